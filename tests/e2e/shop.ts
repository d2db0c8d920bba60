// The running shop of a worker: the people who use it, and its processes, which a journey can stop.

import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { call } from "./client";

const index = process.env.TEST_PARALLEL_INDEX;
const address = `http://127.0.0.1:${process.env[`SHOP_PORT_${index}`]}`;
const control = `http://127.0.0.1:${process.env[`SHOP_CONTROL_PORT_${index}`]}`;

export const shopper = { email: "asha@swarna.example", password: "Shopper@2026" };
export const admin = { email: "admin@swarna.example", password: "Swarna@2026" };

export interface Person {
  id: number;
  name: string;
  email: string;
  phone: string;
}

/**
 * For `test.use`: motion and the service worker as in a visitor's browser. Without it a journey has neither, and its
 * browser asks to save data, so that a page does not prefetch others.
 */
export const asVisited = { reducedMotion: "no-preference", serviceWorkers: "allow" } as const;

export type ProcessName = "web" | "relay" | "fanout" | "mail" | "images" | "mailbox" | "redis" | "postgres";

const halted = new Set<ProcessName>();

/** Opens a page in the browser of another person. */
export type OpenBrowser = (viewport?: { width: number; height: number }) => Promise<Page>;

interface Fixtures {
  resumed: undefined;
  /** A journey that changes its context permanently, such as its clock, must set this, and gets new contexts. */
  ownContext: boolean;
  openContext: () => Promise<BrowserContext>;
  openBrowser: OpenBrowser;
  shopkeeper: APIRequestContext;
}

interface WorkerFixtures {
  shopkeeping: { context: APIRequestContext; signedInAt: number };
}

/**
 * Contexts for the next journeys of this worker. They keep scripts and pictures in the browser's cache, which saves a
 * quarter of the CPU time of a first page.
 */
const idleContexts: BrowserContext[] = [];

/** Opens a page without the cookies and the storage of an earlier journey. */
async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: address, storageTypes: "all" });
  await session.detach();
  return page;
}

/** In milliseconds. A session ends after 30 idle minutes, and an invitation needs a sign-in of the last 15. */
const oldestSignIn = 600_000;

/**
 * A journey fails on an uncaught error of its page and on a violation of its content security policy. Processes that it
 * stopped are started again at its end. `shopkeeper` calls the API as an admin.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  ownContext: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it needs there
  baseURL: async ({}, use) => use(address),
  resumed: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      await use(undefined);
      for (const name of halted) await resume(name);
    },
    { auto: true },
  ],
  openContext: async ({ browser, ownContext, serviceWorkers }, use) => {
    const savesData = serviceWorkers === "block";
    const isReused = savesData && !ownContext;
    const opened: BrowserContext[] = [];
    await use(async () => {
      const idle = isReused ? idleContexts.pop() : undefined;
      const context = idle ?? (await browser.newContext());
      opened.unshift(context);
      if (!idle && savesData) {
        await context.addInitScript(() =>
          Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
        );
      }
      return context;
    });
    for (const context of opened) {
      if (isReused) await Promise.all(context.pages().map((page) => page.close()));
      else await context.close();
    }
    if (isReused) idleContexts.push(...opened);
  },
  context: async ({ openContext }, use) => use(await openContext()),
  openBrowser: async ({ openContext }, use) => {
    await use(async (viewport) => {
      const page = await openPage(await openContext());
      if (viewport) await page.setViewportSize(viewport);
      return page;
    });
  },
  page: async ({ context }, use) => {
    const page = await openPage(context);
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) errors.push(message.text());
    });
    await use(page);
    expect(errors, "uncaught errors of the page").toEqual([]);
  },
  shopkeeping: [
    async ({ playwright }, use) => {
      const context = await playwright.request.newContext({ baseURL: address });
      await use({ context, signedInAt: 0 });
      await context.dispose();
    },
    { scope: "worker" },
  ],
  shopkeeper: async ({ shopkeeping }, use) => {
    if (Date.now() - shopkeeping.signedInAt > oldestSignIn) {
      await call(shopkeeping.context, "POST", "/admin/login/", { data: admin });
      shopkeeping.signedInAt = Date.now();
    }
    await use(shopkeeping.context);
  },
});

export { expect };

/** Signs in a member of staff in a browser of their own, and returns its page. */
export async function openDesk(openBrowser: OpenBrowser, who: typeof admin): Promise<Page> {
  const page = await openBrowser({ width: 1440, height: 900 });
  await call(page.request, "POST", "/admin/login/", { data: who });
  await page.addInitScript("localStorage.setItem('isLoggedIn', 'true')");
  return page;
}

/** Signs in the demo's shopper in the context of the page. */
export async function signInAsShopper(page: Page): Promise<Person> {
  return remember(page, await call<Person>(page.request, "POST", "/customer/login/", { data: shopper }));
}

/** Signs up a new shopper. */
export async function signUp(page: Page, name = "Nila Raman"): Promise<Person> {
  return remember(page, await register(page, name));
}

/** Signs up a new shopper who then uses the shop without being signed in. */
export async function signUpAndLeave(page: Page, name: string): Promise<Person> {
  const person = await register(page, name);
  await page.context().clearCookies();
  return person;
}

async function register(page: Page, name: string): Promise<Person> {
  const email = `${name.split(" ")[0]?.toLowerCase()}.${Date.now()}@shoppers.example`;
  const person = { name, email, phone: "+91 98400 11122", password: shopper.password };
  return call<Person>(page.request, "POST", "/customer/", { data: person });
}

/** Stores the signed-in person as the storefront does. */
async function remember(page: Page, { id, name, email, phone }: Person): Promise<Person> {
  const person = { id, name, email, phone };
  await store(page, "persist:root", JSON.stringify({ authUser: person }));
  return person;
}

/** Sets a key of the local storage when the page loads its next document, before the scripts of the shop run. */
async function store(page: Page, key: string, value: string): Promise<void> {
  const script = await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [key, value] as const);
  page.once("domcontentloaded", () => script.dispose());
}

/** Waits until the rendered page has replaced the prerendered one. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.locator("[inert]")).toHaveCount(0);
}

/** Signs in the demo's admin in the context of the page, without the form. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await call(page.request, "POST", "/admin/login/", { data: admin });
  await store(page, "isLoggedIn", "true");
}

/** Fills in a sign-in form and submits it. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  const form = page.locator("form", { has: page.getByLabel("Password", { exact: true }) });
  await form.getByLabel(/^email|^user id/i).fill(person.email);
  await form.getByLabel("Password", { exact: true }).fill(person.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Kills a process with SIGKILL; the supervisor restarts it. */
export const kill = (name: ProcessName) => tell("kill", name);

/** Stops a process until `resume`. */
export async function halt(name: ProcessName): Promise<void> {
  halted.add(name);
  await tell("halt", name);
}

export async function resume(name: ProcessName): Promise<void> {
  await tell("resume", name);
  halted.delete(name);
}

/** Sets the failing deliveries of a queue to the maximum of attempts. */
export const exhaust = (queue: "mail") => tell("exhaust", queue);

/** The folder with the shop's mails, one `.eml` file each. */
export async function mailDir(): Promise<string> {
  const answer = await fetch(control);
  return ((await answer.json()) as { mailDir: string }).mailDir;
}

/** Returns the address of the shop that accepts all payment methods. It is started before the journeys of the file. */
export function paymentsShop(): string {
  test.beforeAll(() => tell("start", "shop", `http://127.0.0.1:${process.env.SHOP_CONTROL_PORT_PAYMENTS}`));
  return `http://127.0.0.1:${process.env.SHOP_PORT_PAYMENTS}`;
}

async function tell(action: string, name: string, to = control): Promise<void> {
  const answer = await fetch(`${to}/${action}/${name}`, { method: "POST" });
  if (!answer.ok) throw new Error(`${action} ${name}: ${await answer.text()}`);
}
