// What a shopper does with the data of their account: confirm the address, get a file of everything, ask for its deletion.
// Both pages that mails lead to are checked on a phone and on a desktop.

import type { Page } from "@playwright/test";
import { barriers, consoleErrors } from "../accessibility";
import { mailsTo } from "../mails";
import { drawn, expect, shopper, signUp, test } from "../shop";

/** The newest link to a page of the shop in the mails to an address. */
async function linkTo(path: string, email: string): Promise<string> {
  const links = async () =>
    (await mailsTo(email)).flatMap((mail) => mail.match(new RegExp(`/${path}\\?token=[\\w.-]+`)) ?? []);
  await expect.poll(async () => (await links()).length).toBeGreaterThan(0);
  return (await links()).at(-1) as string;
}

async function check(page: Page): Promise<void> {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(excess, `${page.url()} is wider than ${viewport.width} px`).toBeLessThanOrEqual(0);
    expect.soft(await barriers(page), `${page.url()} at ${viewport.width} px`).toEqual([]);
  }
}

test("an address is confirmed and hears of a new password, a file comes by mail, and a deletion asks for the password", async ({
  page,
}) => {
  const errors = consoleErrors(page);
  const { email } = await signUp(page, "Revathi Menon");
  await page.goto(await linkTo("confirm-email", email));
  await drawn(page);
  await expect(page.getByRole("heading", { name: "Is this mailbox yours?" })).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await check(page);

  await page.getByRole("main").getByRole("link", { name: "Go to your profile" }).click();
  const news = async () => (await mailsTo(email)).filter((mail) => mail.includes("Subject: Your password was changed"));
  expect(await news()).toEqual([]);
  await page.getByRole("button", { name: "Change your password" }).click();
  await page.getByLabel("Current password").fill(shopper.password);
  await page.getByLabel("New password").fill("Another@2026");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect.poll(async () => (await news()).length).toBe(1);

  await page.getByRole("button", { name: "Prepare file" }).click();
  await expect(page.getByText(/sent to your mailbox/)).toBeVisible();
  const link = await linkTo("my-data", email);
  await page.goto(link);
  await drawn(page);
  await expect(page.getByText(/Everything that we held about you/)).toBeVisible();
  await check(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download file" }).click();
  const stream = await (await download).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  const file = JSON.parse(Buffer.concat(parts).toString("utf8"));
  expect(file.account).toMatchObject({ name: "Revathi Menon", email });
  expect(JSON.stringify(file)).not.toContain("asha@swarna.example");

  await page.goto("/profile");
  await drawn(page);
  await page.getByRole("button", { name: "Delete account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText("Please enter your current password")).toBeVisible();
  expect(errors).toEqual([]);
});
