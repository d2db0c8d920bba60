// Draws the icons of the web app from its favicon: `npm run icons`. Run it after a change of `favicon.svg`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "./chromium.ts";

const folder = join(import.meta.dirname, "../../web/public");
const svg = readFileSync(join(folder, "favicon.svg"), "utf8");
const ground = "#4a0f1c";

/** Draws the icon in a square of `size` pixels. A `safe` icon fills it, since systems cut it to their own shapes. */
async function draw(page: Page, size: number, safe = false): Promise<Buffer> {
  const inner = safe ? Math.round(size * 0.72) : size;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${safe ? ground : "transparent"}}` +
      `svg{width:${inner}px;height:${inner}px}</style>${svg}`,
  );
  return page.screenshot({ omitBackground: !safe });
}

/** Wraps a PNG of 32 pixels as a file of icons. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // icons
  head.writeUInt16LE(1, 4); // one of them
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const { executablePath, env, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, env, args });
const page = await browser.newPage();
const save = (name: string, content: Buffer) => writeFileSync(join(folder, name), content);
save("icon-192.png", await draw(page, 192));
save("icon-512.png", await draw(page, 512));
save("icon-maskable-512.png", await draw(page, 512, true));
save("apple-touch-icon.png", await draw(page, 180, true));
save("favicon.ico", ico(await draw(page, 32)));
await browser.close();
