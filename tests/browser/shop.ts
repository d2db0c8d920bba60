// The shop as the journeys see it: its people, and the processes that can be taken away from it.

import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { call } from "./client";

const control = `http://127.0.0.1:${process.env.SHOP_CONTROL_PORT}`;

export const shopper = { email: "asha@swarna.example", password: "Shopper@2026" };
export const admin = { email: "admin@swarna.example", password: "Swarna@2026" };

export interface Person {
  id: number;
  name: string;
  email: string;
  phone: string;
}

export type ProcessName = "web" | "relay" | "fanout" | "mail" | "images" | "imports" | "mailbox" | "redis" | "postgres";

const halted = new Set<ProcessName>();

/**
 * Every journey fails on an error that the page did not catch and on anything that its content policy refused.
 * What it took away and did not bring back is brought back at its end, for those that come after it.
 * `shopkeeper` calls the API as an admin.
 */
export const test = base.extend<{ whole: void }, { shopkeeper: APIRequestContext }>({
  whole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads there what a fixture needs, and this needs nothing
    async ({}, use) => {
      await use();
      for (const name of halted) await resume(name);
    },
    { auto: true },
  ],
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (/content security policy/i.test(message.text())) errors.push(message.text());
    });
    await use(page);
    expect(errors, "errors that the page did not catch").toEqual([]);
  },
  shopkeeper: [
    async ({ playwright }, use) => {
      const context = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${process.env.SHOP_PORT}` });
      await call(context, "POST", "/admin/login/", { data: admin });
      await use(context);
      await context.dispose();
    },
    { scope: "worker" },
  ],
});

export { expect };

/** Sign the demo's shopper in, in the browser that the page belongs to. */
export async function signInAsShopper(page: Page): Promise<Person> {
  return remember(page, await call<Person>(page.request, "POST", "/customer/login/", { data: shopper }));
}

/** Sign a shopper up of whom nothing is known yet. */
export async function signUp(page: Page, name = "Nila Raman"): Promise<Person> {
  const email = `${name.split(" ")[0]?.toLowerCase()}.${Date.now()}@shoppers.example`;
  const person = { name, email, phone: "+91 98400 11122", password: shopper.password };
  return remember(page, await call<Person>(page.request, "POST", "/customer/", { data: person }));
}

/** Leave in the browser what a sign-in leaves there. */
async function remember(page: Page, { id, name, email, phone }: Person): Promise<Person> {
  const person = { id, name, email, phone };
  await page.goto("/favicon.svg");
  await page.evaluate((user) => localStorage.setItem("persist:root", JSON.stringify({ authUser: user })), person);
  return person;
}

/** Wait until what was served of a page has given way to what answers. */
export async function drawn(page: Page): Promise<void> {
  await expect(page.locator("[inert]")).toHaveCount(0);
}

export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await signIn(page, admin);
  await expect(page).not.toHaveURL(/\/admin\/login/);
}

/** Fill a sign-in form in and send it. */
export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  const form = page.locator("form", { has: page.getByLabel("Password", { exact: true }) });
  await form.getByLabel(/^email|^user id/i).fill(person.email);
  await form.getByLabel("Password", { exact: true }).fill(person.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Kill a process with SIGKILL; the supervisor restarts it. */
export const kill = (name: ProcessName) => tell("kill", name);

/** Take a process away until `resume`. */
export async function halt(name: ProcessName): Promise<void> {
  halted.add(name);
  await tell("halt", name);
}

export async function resume(name: ProcessName): Promise<void> {
  await tell("resume", name);
  halted.delete(name);
}

/** Let what fails in a queue have had all its tries. */
export const exhaust = (queue: "mail") => tell("exhaust", queue);

/** Where the mails of this shop lie, one `.eml` file each. */
export async function mailDir(): Promise<string> {
  const answer = await fetch(control);
  return ((await answer.json()) as { mailDir: string }).mailDir;
}

async function tell(action: string, name: string): Promise<void> {
  const answer = await fetch(`${control}/${action}/${name}`, { method: "POST" });
  if (!answer.ok) throw new Error(`${action} ${name}: ${await answer.text()}`);
}
