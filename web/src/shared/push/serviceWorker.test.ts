import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (name: string) => readFileSync(`public/${name}`, "utf8");

it("a change of the offline page changes the service worker, so that browsers store the page again", () => {
  const files = ["offline.html", "offline.css", "offline.js"].map(read).join("");
  const version = createHash("sha256").update(files).digest("hex").slice(0, 12);
  expect(read("service-worker.js")).toContain(`const offlineVersion = "${version}";`);
});
