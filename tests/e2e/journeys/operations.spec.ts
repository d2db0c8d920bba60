// Operations: missing workers, refused mails, paused queues, dead letters and event probes.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { call, picturesMade, shopIsHealthy } from "../client";
import { exhaust, expect, halt, resume, signInAsAdmin, signInAsShopper, test } from "../shop";

const verdict = (page: Page, words: string | RegExp) =>
  page.getByRole("region", { name: "How the shop stands" }).getByRole("heading", { name: words });

test("Operations and all other pages report that the mail worker is gone, and when it is back", async ({
  page,
  openBrowser,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper); // until then that queue may have a backlog
  await signInAsAdmin(page);
  await page.goto("/admin/operations");
  await expect(verdict(page, "Everything runs.")).toBeVisible();
  const other = await openBrowser();
  await signInAsAdmin(other);
  await other.goto("/admin/gold-rate");
  const line = other.locator(".trouble");
  await expect(other.getByRole("banner").getByText("Live", { exact: true })).toBeVisible();
  await expect(line).toHaveCount(0);
  await halt("mail");
  await expect(
    verdict(page, /^The mail worker has been gone for \d+ s\. Mails wait, nothing is lost: \d+ waiting\.$/),
  ).toBeVisible();
  await expect(page.getByRole("row", { name: /^mail No worker/ })).toBeVisible();
  await expect(line).toContainText("The mail worker has been gone for ");
  await expect(line).toContainText(/since \d+:\d\d [ap]m/);
  expect(await barriers(other)).toEqual([]);
  await resume("mail");
  await expect(verdict(page, "Everything runs.")).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(other.getByText("Everything runs again.")).toHaveRole("status");
});

test("every page tells of refused mails, a stopped worker and a dead letter, which is retried from Operations", async ({
  page,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper);
  await shopIsHealthy(shopkeeper); // a worker that an earlier test resumed may still be starting
  await signInAsAdmin(page);
  await page.goto("/admin/gold-rate");
  await expect(page.getByRole("banner").getByText("Live", { exact: true })).toBeVisible();
  const line = page.getByRole("region", { name: "What is wrong with the shop" });
  await expect(line).toHaveCount(0);
  await halt("mailbox");
  await sendMessage(page);
  await expect(line).toContainText("The mail server takes no mails. They are tried again by themselves: 1 waiting.");
  await exhaust("mail");
  await expect(line).toContainText("1 delivery was given up.");
  await halt("mail");
  const words = /^The mail worker has been gone for .* And 1 more\./;
  await expect(line).toContainText(words);
  const entries = await page.getByRole("navigation", { name: "Admin" }).getByRole("link").all();
  expect(entries.length).toBeGreaterThan(10);
  for (const entry of entries) {
    await entry.click();
    await expect(entry).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("main").getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(line).toContainText(words);
  }
  await line.getByRole("link", { name: "Open Operations" }).click();
  await expect(verdict(page, /^The mail worker has been gone for/)).toBeVisible();

  await resume("mail");
  await resume("mailbox");
  const letters = page.getByRole("region", { name: "Dead letters" });
  await letters
    .getByRole("row", { name: /mail contact/ })
    .getByRole("button", { name: /Retry/ })
    .click();
  await expect(page.getByText("1 delivery will be tried again")).toBeVisible();
  await expect(letters.getByText(/^None\./)).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page.getByRole("row", { name: /Karthik Rao retried delivery \d+ mail_contact/ }).first()).toBeVisible();
});

test("a paused queue waits, every page tells who paused it, and what waited is sent when it is resumed", async ({
  page,
  openBrowser,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper);
  await shopIsHealthy(shopkeeper);
  await signInAsAdmin(page);
  await page.goto("/admin/operations");
  await page.getByRole("button", { name: "Pause mail" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(verdict(page, /^Karthik Rao paused the queue mail\. Mails wait/)).toBeVisible();
  await expect(page.getByRole("row", { name: /^mail Paused/ })).toBeVisible();
  const other = await openBrowser();
  await signInAsAdmin(other);
  await other.goto("/admin/gold-rate");
  await sendMessage(other);
  await expect(other.locator(".trouble")).toContainText(/Mails wait, nothing is lost: \d+ waiting\./);
  expect((await shopkeeper.get("/api/health")).status()).toBe(200);
  await page.getByRole("button", { name: "mail", exact: true }).click();
  const queue = page.getByRole("dialog", { name: "Queue mail" });
  await queue.getByRole("button", { name: /^mail contact/ }).click();
  await expect(page.getByRole("dialog", { name: /^Delivery \d+/ }).getByText("its queue is paused")).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Resume mail" }).click();
  await expect(verdict(page, "Everything runs.")).toBeVisible();
  await expect(other.locator(".trouble")).toHaveCount(0);
});

test("event probes measure the latency to the page, and no page receives one", async ({
  page,
  openBrowser,
  shopkeeper,
}) => {
  const shopper = await openBrowser();
  const frames: string[] = [];
  shopper.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await signInAsShopper(shopper);
  await shopper.goto("/my-orders");
  await expect(shopper.getByRole("main").getByText("Live", { exact: true })).toBeVisible();
  const came = Date.now();
  await signInAsAdmin(page);
  await page.goto("/admin/operations");
  const figures = page.getByLabel("Figures");
  const probedAt = async () => {
    const { at, canary } = await call<{ at: string; canary?: { ago: number } }>(shopkeeper, "GET", "/operations/");
    return canary ? Date.parse(at) - canary.ago * 1000 : 0;
  };
  await expect.poll(probedAt, "a probe was recorded after the shopper came").toBeGreaterThan(came);
  await expect(figures.getByText(/measured [0-5]\.\d s ago/)).toBeVisible();
  await expect(figures.getByText(/^\d+ ms$|^\d+\.\d s$/).first()).toBeVisible();
  await expect(figures.getByText(/[1-9] shoppers?, [1-9] admins?/)).toBeVisible();
  expect(frames.filter((frame) => frame.includes("canary"))).toEqual([]);
});

/** Sends the contact form's message, which the shop mails to its own address. */
async function sendMessage(page: Page): Promise<void> {
  const { status } = await page.evaluate(async () => {
    const body = JSON.stringify({ name: "Ravi", email: "ravi@mail.example", phone: "", company: "", message: "Hello" });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/order/?flag=sendMailForUser", { method: "POST", headers, body });
    return { status: answer.status };
  });
  expect(status).toBe(200);
}
