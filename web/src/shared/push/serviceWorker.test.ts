import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const read = (name: string) => readFileSync(`public/${name}`, "utf8");

it("a change of the offline page changes the service worker, so that browsers store the page again", () => {
  const files = ["offline.html", "offline.css", "offline.js"].map(read).join("");
  const version = createHash("sha256").update(files).digest("hex").slice(0, 12);
  expect(read("service-worker.js")).toContain(`const offlineVersion = "${version}";`);
});

describe("a press on a notification of an order", () => {
  const target = "https://swarna.test/my-orders#order-1047";

  /** Presses a notification while these pages are open; returns what the service worker did. */
  async function press(opened: { path: string; isControlled?: boolean }[]) {
    const done: string[] = [];
    const windows = opened.map(({ path, isControlled = true }) => ({
      isControlled,
      url: `https://swarna.test${path}`,
      focus: async () => void done.push(`focus ${path}`),
      navigate: async (url: string) => {
        if (!isControlled) throw new TypeError("This service worker is not the client's active service worker.");
        done.push(`navigate ${path} to ${url}`);
      },
    }));
    const listeners: Record<string, (event: object) => void> = {};
    const self = {
      location: new URL("https://swarna.test/service-worker.js"),
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      },
      clients: {
        matchAll: async ({ includeUncontrolled = false }) =>
          windows.filter(({ isControlled }) => isControlled || includeUncontrolled),
        openWindow: async (url: string) => void done.push(`open ${url}`),
      },
    };
    runInNewContext(read("service-worker.js"), { self, URL });
    const pending: Promise<unknown>[] = [];
    const notification = { data: { url: "/my-orders#order-1047" }, close: () => {} };
    listeners.notificationclick?.({ notification, waitUntil: (work: Promise<unknown>) => pending.push(work) });
    await Promise.all(pending);
    return done;
  }

  it.each<[string, Parameters<typeof press>[0], string[]]>([
    ["opens the order where no page is open", [], [`open ${target}`]],
    [
      "leaves the checkout and the portal as they are",
      [{ path: "/check-out" }, { path: "/admin/packing/12" }],
      [`open ${target}`],
    ],
    [
      "shows the order in the page of the orders",
      [{ path: "/check-out" }, { path: "/my-orders" }],
      ["focus /my-orders", `navigate /my-orders to ${target}`],
    ],
    [
      "focuses the page that shows the order already",
      [{ path: "/my-orders" }, { path: "/my-orders#order-1047", isControlled: false }],
      ["focus /my-orders#order-1047"],
    ],
    [
      "opens the order beside a page that cannot be navigated",
      [{ path: "/my-orders", isControlled: false }],
      [`open ${target}`],
    ],
  ])("%s", async (_name, opened, done) => {
    expect(await press(opened)).toEqual(done);
  });
});
