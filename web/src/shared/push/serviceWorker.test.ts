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

describe("a message of an order", () => {
  const message = (version: number, status: string) => ({
    title: `Order 1047 is ${status}`,
    body: `Lotus Ring is ${status}.`,
    url: "/my-orders#order-1047",
    tag: "item-1",
    version,
  });

  interface Shown {
    title: string;
    body: string;
    tag: string;
    data: object;
    silent?: boolean;
    close: () => void;
  }

  /**
   * Delivers messages of a push service, and dismisses what is shown. Returns what is shown at the end, all that was
   * shown, and how many messages showed nothing.
   */
  async function deliver(endpoint: string, messages: (object | "dismiss")[], openPath?: string) {
    let shown: Shown[] = [];
    const told: string[] = [];
    const stored = new Map<string, Response>();
    const listeners: Record<string, (event: object) => void> = {};
    const self = {
      location: new URL("https://swarna.test/service-worker.js"),
      addEventListener: (type: string, listener: (event: object) => void) => {
        listeners[type] = listener;
      },
      clients: {
        matchAll: async () => (openPath ? [{ url: `https://swarna.test${openPath}`, visibilityState: "visible" }] : []),
      },
      registration: {
        pushManager: { getSubscription: async () => ({ endpoint }) },
        getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
        showNotification: async (title: string, options: Omit<Shown, "title" | "close">) => {
          told.push(title);
          const next: Shown = { title, ...options, close: () => (shown = shown.filter((each) => each !== next)) };
          shown = [...shown.filter((each) => each.tag !== next.tag), next];
        },
      },
    };
    const caches = {
      open: async () => ({
        match: async (key: string) => stored.get(key)?.clone(),
        put: async (key: string, response: Response) => void stored.set(key, response),
      }),
    };
    runInNewContext(read("service-worker.js"), { self, caches, URL, Response });
    let silent = 0;
    for (const each of messages) {
      if (each === "dismiss") {
        shown = [];
        continue;
      }
      const before = told.length;
      const pending: Promise<unknown>[] = [];
      listeners.push?.({ data: { json: () => each }, waitUntil: (work: Promise<unknown>) => pending.push(work) });
      await Promise.all(pending);
      if (told.length === before) silent += 1;
    }
    return { titles: shown.map(({ title }) => title), told, silent };
  }

  const apple = "https://web.push.apple.com/QMd1";
  const other = "https://fcm.googleapis.com/fcm/send/e1";
  const newestFirst = [message(3, "shipped"), message(2, "packed"), message(3, "shipped")];

  it.each<[string, string, object[], string | undefined, { titles: string[]; silent: number }]>([
    [
      "shows no older status after a newer one",
      other,
      newestFirst,
      undefined,
      { titles: ["Order 1047 is shipped"], silent: 2 },
    ],
    [
      "shows the newest again on a device of Apple",
      apple,
      newestFirst,
      undefined,
      { titles: ["Order 1047 is shipped"], silent: 0 },
    ],
    ["shows nothing while the order is open", other, [message(1, "packed")], "/my-orders", { titles: [], silent: 1 }],
    ["shows it briefly on a device of Apple", apple, [message(1, "packed")], "/my-orders", { titles: [], silent: 0 }],
  ])("%s", async (_name, endpoint, messages, openPath, expected) => {
    expect(await deliver(endpoint, messages, openPath)).toMatchObject(expected);
  });

  it("tells no older status on a device of Apple either, after the newer one was dismissed", async () => {
    const { told, titles } = await deliver(apple, [message(3, "shipped"), "dismiss", message(2, "packed")]);
    expect(told).toEqual(["Order 1047 is shipped", "Swarna"]);
    expect(titles).toEqual([]);
  });
});
