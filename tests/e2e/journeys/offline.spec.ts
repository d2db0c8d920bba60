// Loss of the network: loaded content stays, the rest says so, and pages recover without a reload.

import type { Page } from "@playwright/test";
import { moveRate } from "../client";
import { asVisited, expect, signInAsShopper, test } from "../shop";

test.use(asVisited);

test("pages say that they are offline, and recover without a reload", async ({ context, page }) => {
  await signInAsShopper(page);
  await page.goto("/products");
  const rates = page.getByRole("region", { name: "Gold rate" });
  await expect(rates.getByText("Live")).toBeVisible();
  const pieces = page.getByRole("article");
  await expect(pieces).toHaveCount(12);

  await context.setOffline(true);
  await expect(page.getByText(/^You are offline; what you see is as of \d{1,2}:\d\d [ap]m\./)).toBeVisible();
  await expect(rates.getByText("Offline")).toBeVisible();
  await expect(pieces).toHaveCount(12);
  await pieces
    .first()
    .getByRole("button", { name: /^Add To Cart/ })
    .click();
  await expect(page.getByText("Failed to add product to cart")).toBeVisible();
  await page.getByRole("button", { name: "Show more pieces" }).click();
  await expect(page.getByText("The next pieces could not be loaded. Please try again.")).toBeVisible();

  await page.getByRole("link", { name: "My Orders" }).click();
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page).toHaveURL(/\/my-orders$/);

  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "My Orders" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Order \d+$/ }).first()).toBeVisible();
  await expect(page.getByRole("main").getByText("Live", { exact: true })).toBeVisible();
  await expect(page.getByText(/^You are offline/)).toBeHidden();
});

test("a listed product opens offline, another page does not, and both are loaded when the network is back", async ({
  context,
  page,
  shopkeeper,
}) => {
  await openWithWhatFollows(page, "/products");
  await context.setOffline(true);
  const card = page.getByRole("article").nth(2);
  const name = await card.getByRole("heading").innerText();
  await card.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const price = page.locator(".bigprice");
  const before = await price.innerText();
  await moveRate(shopkeeper, 40);
  await context.setOffline(false);
  await expect(price).not.toHaveText(before);

  await context.setOffline(true);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("article").first()).toBeVisible();
});

/** Opens a page and waits until it is live and has prefetched the next pages. */
async function openWithWhatFollows(page: Page, path: string): Promise<void> {
  const last = page.waitForResponse(/\/OrderConfirmPage-/);
  await page.goto(path);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await last;
}
