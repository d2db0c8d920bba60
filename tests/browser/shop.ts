// The shop as the journeys see it: its people, and the processes that can be taken away from it.

import { expect, type Page, test as base } from "@playwright/test";

const control = `http://127.0.0.1:${process.env.SHOP_CONTROL_PORT}`;

export const shopper = { email: "asha@swarna.example", password: "Shopper@2026" };
export const admin = { email: "admin@swarna.example", password: "Swarna@2026" };

export type ProcessName = "web" | "relay" | "fanout" | "mail" | "images" | "imports" | "mailbox" | "redis" | "postgres";

/** Every journey fails on an error that the page did not catch. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await use(page);
    expect(errors, "errors that the page did not catch").toEqual([]);
  },
});

export { expect };

export async function signInAsShopper(page: Page): Promise<void> {
  await page.goto("/login");
  await signIn(page, shopper);
  await expect(page).not.toHaveURL(/\/login/);
}

export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto("/admin/login");
  await signIn(page, admin);
  await expect(page).not.toHaveURL(/\/admin\/login/);
}

async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  const form = page.locator("form", { has: page.getByLabel("Password", { exact: true }) });
  await form.getByLabel(/^email|^user id/i).fill(person.email);
  await form.getByLabel("Password", { exact: true }).fill(person.password);
  await form.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Kill a process with SIGKILL; the supervisor restarts it. */
export const kill = (name: ProcessName) => tell("kill", name);

/** Take a process away until `resume`. */
export const halt = (name: ProcessName) => tell("halt", name);

export const resume = (name: ProcessName) => tell("resume", name);

/** Where the mails of this shop lie, one `.eml` file each. */
export async function mailDir(): Promise<string> {
  const answer = await fetch(control);
  return ((await answer.json()) as { mailDir: string }).mailDir;
}

async function tell(action: string, name: ProcessName): Promise<void> {
  const answer = await fetch(`${control}/${action}/${name}`, { method: "POST" });
  if (!answer.ok) throw new Error(`${action} ${name}: ${await answer.text()}`);
}
