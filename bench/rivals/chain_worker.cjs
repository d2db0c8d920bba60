// Second step of the rival chain: a BullMQ worker publishes to the rooms through Socket.IO's Redis emitter.
const { Worker } = require("bullmq");
const { Emitter } = require("@socket.io/redis-emitter");
const { Redis } = require("ioredis");

const emitter = new Emitter(new Redis(process.env.REDIS_URL));
const connection = new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null });

new Worker(
    "status",
    async ({ data }) => {
        const event = { id: data.version, type: "order.status_changed", at: data.at, data };
        emitter.to(`customer:${data.customerId}`).to("admins").emit("order.status_changed", event);
    },
    { connection, concurrency: 16 },
);
