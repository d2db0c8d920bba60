// Pictures to upload.

import { crc32, deflateSync } from "node:zlib";

/** A grey PNG file of 64 × 64 pixels. */
export function picture(name: string, shade = 180) {
  const side = 64;
  const rows = Buffer.concat(
    Array.from({ length: side }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(side * 3, shade)])),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return { name, mimeType: "image/png", buffer: Buffer.concat([signature, ...parts]) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
