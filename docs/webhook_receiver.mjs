// A receiver of webhooks in Node, without a library. Run: SECRET=whsec_… node docs/webhook_receiver.mjs 9000
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const key = Buffer.from(process.env.SECRET.replace("whsec_", ""), "base64");

/** `body` is the text as it came: a parsed and written object has other bytes. */
export function isGenuine(headers, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const own = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return signatures.split(" ").some((each) => {
    const sent = Buffer.from(each.replace("v1,", ""), "base64");
    return sent.length === own.length && timingSafeEqual(sent, own);
  });
}

const known = new Set(); // in your database, stored in the transaction of what the event changes

createServer(async (request, response) => {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  const id = request.headers["webhook-id"]; // a copy has the same
  if (!known.has(id)) console.log(event.position, event.type);
  known.add(id);
  response.writeHead(204).end();
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("listening"));
