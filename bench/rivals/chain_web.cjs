// First step of the rival chain: fastify receives the POST, node-postgres commits it, BullMQ gets a job. No outbox.
const fastify = require("fastify")();
const { Pool, types } = require("pg");
const { Queue } = require("bullmq");
const { Redis } = require("ioredis");

types.setTypeParser(types.builtins.INT8, Number); // ids; the driver returns text
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const queue = new Queue("status", { connection: new Redis(process.env.REDIS_URL, { maxRetriesPerRequest: null }) });

const MOVE = `
    UPDATE order_item SET status = $2, version = version + 1, changed_by = 'Admin' WHERE id = $1
    RETURNING id AS "itemId", order_id AS "orderId", status, version, (now())::text AS at,
        (SELECT customer_id FROM shop_order WHERE id = order_id) AS "customerId"`;
const KEEP = `
    INSERT INTO status_change (order_item_id, version, to_status, at, changed_by) VALUES ($1, $2, $3, now(), 'Admin')`;

fastify.post("/api/order/", async (request, reply) => {
    const { id, status } = request.body;
    const client = await pool.connect();
    try {
        await client.query("BEGIN");
        const moved = (await client.query(MOVE, [id, status])).rows[0];
        await client.query(KEEP, [moved.itemId, moved.version, status]);
        await client.query("COMMIT");
        await queue.add("changed", moved, { removeOnComplete: true, removeOnFail: 1000 });
        return { code: 200, success: true, error: false, message: "Status updated", data: moved };
    } catch (error) {
        await client.query("ROLLBACK");
        return reply.code(500).send({ message: String(error) });
    } finally {
        client.release();
    }
});

fastify.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
