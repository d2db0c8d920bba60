// Measures the order board with thousands of orders: its first rows, a live change and a scroll.
//
//     node measure/board.ts http://127.0.0.1:8000
//
// Prints the figures as JSON, in milliseconds; bench/board.py makes the shop and the table.

import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../chromium.ts";
import { call } from "../client.ts";

const [shop = "http://127.0.0.1:8000", email = "", password = ""] = process.argv.slice(2);
const board = `${shop}/admin/order-management`;
const loads = 8;
const changes = 60;
const scrolled = 240;

interface Item {
  itemId: number;
  status: string;
}

interface Marks {
  firstRow?: number;
  /** By `item status`: when the event was received, and when its row was drawn. */
  heard: Record<string, number>;
  drawn: Record<string, number>;
}

declare global {
  interface Window {
    marks: Marks;
  }
}

/** Runs in the page before its own scripts, and records the times of the measured events. */
function watch() {
  const marks: Marks = { heard: {}, drawn: {} };
  window.marks = marks;
  new MutationObserver(() => {
    if (marks.firstRow === undefined && document.querySelector("tr[data-at]")) {
      requestAnimationFrame(() => setTimeout(() => (marks.firstRow ??= performance.now())));
    }
  }).observe(document, { childList: true, subtree: true });
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener("message", ({ data }) => {
        const event = typeof data === "string" && /order\.status_changed.*"itemId":(\d+).*"status":"(\w+)"/.exec(data);
        if (event) marks.heard[`${event[1]} ${event[2]}`] = performance.now();
      });
    }
  };
}

async function open(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: shop, viewport: { width: 1440, height: 900 }, locale: "en-IN" });
  await call(context.request, "POST", "/admin/login/", { data: { email, password } });
  await context.addInitScript(() => window.localStorage.setItem("isLoggedIn", "true"));
  return context;
}

/** From the start of a navigation until a row is drawn, with a warm browser cache. */
async function firstRows(context: BrowserContext): Promise<number[]> {
  const taken: number[] = [];
  for (let load = 0; load <= loads; load += 1) {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(board);
    await page.waitForFunction(() => window.marks.firstRow !== undefined);
    if (load > 0) taken.push(await page.evaluate(() => window.marks.firstRow ?? 0));
    await page.close();
  }
  return taken;
}

/** The CPU time of the page's main thread for each of so many actions. Other load on the machine does not count. */
async function threadTime(page: Page, times: number, something: () => Promise<number[]>) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await spent();
  const taken = await something();
  return { taken, cpu: ((await spent()) - before) * (1000 / times) };
}

/** Scrolls until the whole list is loaded. */
async function loadAll(page: Page): Promise<number> {
  const text = page.getByText(/[\d,]+ of [\d,]+ items loaded/);
  for (;;) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [loaded, all] = ((await text.textContent()) ?? "").match(/[\d,]+/g) ?? [];
    if (all !== undefined && loaded === all) return Number(all.replaceAll(",", ""));
    await page.waitForTimeout(100);
  }
}

/** From an event on the page's socket until its row is drawn. */
async function liveChanges(page: Page, other: BrowserContext): Promise<number[]> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.mouse.move(5, 500);
  await page.locator("tr[data-at='7']").waitFor();
  const newest = await call<{ items: Item[] }[]>(other.request, "GET", "/order/?flag=allOrders&limit=10");
  // A cancelled item has no status box, and cannot be changed.
  const items = newest.flatMap((order) => order.items.filter(({ status }) => status !== "cancelled")).slice(0, 8);
  await page.evaluate((rows) => {
    const names = new Map(
      [...document.querySelectorAll<HTMLElement>("tbody [role=combobox]")].map((box, at) => [box, rows[at]?.itemId]),
    );
    new MutationObserver(() => {
      const at = Object.keys(window.marks.heard).filter((key) => !(key in window.marks.drawn));
      for (const [box, itemId] of names) {
        const key = `${itemId} ${box.textContent?.toLowerCase()}`;
        if (!at.includes(key)) continue;
        window.marks.drawn[key] = -1;
        requestAnimationFrame(() => setTimeout(() => (window.marks.drawn[key] = performance.now())));
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, items);
  const taken: number[] = [];
  const statuses = ["packed", "shipped", "delivered", "ordered"];
  for (let change = 0; change < changes; change += 1) {
    const item = items[change % items.length] as Item;
    const status = statuses[(statuses.indexOf(item.status) + 1) % statuses.length] ?? "packed";
    item.status = status;
    const key = `${item.itemId} ${status}`;
    await page.evaluate((old) => {
      delete window.marks.heard[old];
      delete window.marks.drawn[old];
    }, key);
    await call(other.request, "POST", "/order/?flag=updateStatus", { data: { id: item.itemId, status } });
    await page.waitForFunction((old) => (window.marks.drawn[old] ?? -1) > 0, key);
    taken.push(await page.evaluate((old) => (window.marks.drawn[old] ?? 0) - (window.marks.heard[old] ?? 0), key));
  }
  return taken;
}

/** The time between frames while the page scrolls, one row a frame. */
async function scrolling(page: Page): Promise<number[]> {
  await page.evaluate(() => window.scrollTo(0, 2000));
  await page.waitForTimeout(500);
  return page.evaluate(
    (count) =>
      new Promise<number[]>((done) => {
        const frames: number[] = [];
        let last = performance.now();
        const step = (now: number) => {
          frames.push(now - last);
          last = now;
          window.scrollBy(0, 63);
          if (frames.length <= count) requestAnimationFrame(step);
          else done(frames.slice(1));
        };
        requestAnimationFrame(step);
      }),
    scrolled,
  );
}

const { executablePath, env, args } = await findBrowser();
const browser = await chromium.launch({ executablePath, env, args });
try {
  const context = await open(browser);
  const other = await open(browser);
  const first = await firstRows(context);
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(board);
  const items = await loadAll(page);
  const live = await threadTime(page, changes, () => liveChanges(page, other));
  const frames = await threadTime(page, scrolled, () => scrolling(page));
  console.log(JSON.stringify({ items, first, live, frames }));
} finally {
  await browser.close();
}
