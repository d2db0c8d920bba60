// A Socket.IO server as its guide for several servers sets it up: Redis adapter, rooms joined on connection.
const { createServer } = require("node:http");
const { Server } = require("socket.io");
const { createAdapter } = require("@socket.io/redis-adapter");
const { Redis } = require("ioredis");

const publisher = new Redis(process.env.REDIS_URL);
const server = createServer();
const io = new Server(server, {
    adapter: createAdapter(publisher, publisher.duplicate()),
    transports: ["websocket"],
    pingInterval: 15000,
    pingTimeout: 10000,
});

io.on("connection", (socket) => {
    const person = /person=([\w:]+)/.exec(socket.handshake.headers.cookie ?? "")?.[1];
    socket.join(person ? ["everyone", person] : ["everyone"]);
    socket.emit("caught_up", { through: 0 });
});

server.listen(Number(process.env.PORT), "127.0.0.1");
