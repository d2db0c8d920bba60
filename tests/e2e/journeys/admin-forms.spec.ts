// The portal's forms, from the click to the database and back.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { picturesMade } from "../client";
import { picture } from "../pictures";
import { expect, signInAsAdmin, test } from "../shop";

const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });

async function save(page: Page, button: string, toast: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
  await expect(page.getByText(toast)).toBeAttached(); // it fades
  await expect(page.getByRole("dialog")).toBeHidden();
  // A later toast may have the same text, so this one is dismissed if it is still shown.
  const dismiss = page.getByRole("button", { name: "Dismiss", includeHidden: true });
  await dismiss.evaluateAll((buttons: HTMLElement[]) => {
    for (const button of buttons) button.click();
  });
  await expect(page.getByText(toast)).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await signInAsAdmin(page);
  page.on("dialog", (dialog) => void dialog.accept());
});

test("a category is added, found, renamed and deleted", async ({ page }) => {
  await page.goto("/admin/category");
  await page.getByRole("button", { name: "Add Category" }).click();
  await field(page, "Code").fill("ANKLETS");
  await field(page, "Name").fill("Anklets");
  await field(page, "Image").setInputFiles(picture("anklet.png"));
  expect(await barriers(page)).toEqual([]);
  await save(page, "Save Category", "Category added successfully");
  await page.getByRole("searchbox").fill("ankl");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Edit Anklets" }).click();
  await field(page, "Name").fill("Payal");
  await save(page, "Save Category", "Category updated successfully");
  await page.getByRole("button", { name: "Delete Payal" }).click();
  await expect(page.getByText("Category deleted successfully")).toBeVisible();
  await expect(page.getByRole("row", { name: /Payal/ })).toHaveCount(0);
});

test("the browser's back button asks before unsaved changes are lost", async ({ page }) => {
  await page.goto("/admin/vendor");
  await page.getByRole("link", { name: "Category" }).click();
  await page.getByRole("button", { name: "Edit Rings" }).click();
  const question = page.getByRole("dialog", { name: "Close without saving?" });
  const entries = () => page.evaluate(() => window.history.length);
  // Not `page.goBack`: Playwright may read the history before it has the page's new entry.
  const goBack = () => page.evaluate(() => window.history.back());
  const before = await entries();
  await field(page, "Name").fill("Signets");
  await expect.poll(entries).toBe(before + 1);
  await goBack();
  await expect(question).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await question.getByRole("button", { name: "Not now" }).click();
  await expect(question).toBeHidden();
  await expect(field(page, "Name")).toHaveValue("Signets");
  await goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Edit Rings" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/category$/);
  await goBack();
  await expect(page).toHaveURL(/\/admin\/vendor$/);
});

test("a product is added with pictures, which become ready without a reload; in a low window its form scrolls", async ({
  page,
  shopkeeper,
}) => {
  await picturesMade(shopkeeper);
  await page.goto("/admin/product");
  await page.setViewportSize({ width: 720, height: 450 }); // 1440 x 900 at a zoom of 200 %
  await page.getByRole("button", { name: "Add Product" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Add Product" })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("button", { name: "Save Product" })).toBeInViewport({ ratio: 1 });
  await field(page, "Stock availability").focus();
  await expect(field(page, "Stock availability")).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 900 });
  const texts = { Code: "RG-999", Name: "Journey Ring", Description: "A ring.", Weight: "10" };
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  for (const label of ["Making charge", "Wastage charge", "Purchase rate", "Purchase gold rate"])
    await field(page, label).fill("1000");
  await field(page, "Purchase date").fill("2026-11-01");
  for (const label of ["Category", "Product type", "Vendor"]) await field(page, label).selectOption({ index: 1 });
  const right = (element: Element) => element.getBoundingClientRect().right;
  const stones = page.getByRole("group", { name: "Stones" });
  expect(await stones.getByRole("button", { name: "Add stone" }).evaluate(right)).toBeLessThan(
    await stones.evaluate(right),
  );
  await field(page, "Images").setInputFiles([picture("front.png"), picture("back.png")]);
  expect(await barriers(page)).toEqual([]);
  await save(page, "Save Product", "Product created successfully");
  await page.getByRole("button", { name: "Edit Journey Ring" }).click();
  await expect(page.getByRole("dialog").getByText("Ready", { exact: true })).toHaveCount(2);
  await field(page, "Status").selectOption("in active");
  await expect(field(page, "Stock availability")).toHaveValue("no");
  await save(page, "Save Product", "Product updated successfully");
  await page.getByRole("button", { name: "Delete Journey Ring" }).click();
  await expect(page.getByText("Product Deleted")).toBeVisible();
});

test("a gold rate shows its effect, and a large change is confirmed twice", async ({ page }) => {
  await page.goto("/admin/gold-rate");
  await page.getByRole("button", { name: "Add Gold Rate" }).click();
  await field(page, "22k rate").fill("15000");
  await field(page, "24k rate").fill("16400");
  await field(page, "Date").fill("2099-01-01");
  await page.getByRole("button", { name: "See what changes" }).click();
  const effect = page.getByRole("region", { name: "What changes" });
  await expect(effect).toContainText("At midnight, as 1 Jan 2099 begins in India, 22k goes from ");
  await expect(effect).toContainText("Until then nothing changes.");
  await expect(effect).toBeInViewport();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Save Gold Rate" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("% above the last one");
  await save(page, "Yes, save this rate", "Gold rate added");
  const question = page.waitForEvent("dialog");
  await page.getByRole("button", { name: "Delete the rate of 1 Jan 2099" }).click();
  expect((await question).message()).toMatch(/^Delete the gold rate of 1 Jan 2099\?\s+\S/);
  await expect(page.getByText("Gold rate deleted")).toBeVisible();
});

test("an order by phone shows where it goes and how it is paid; its pieces fit on the customer's page", async ({
  page,
}) => {
  await page.goto("/admin/order");
  await page.getByRole("button", { name: "Add Order" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("combobox", { name: "Customer" }).fill("asha@");
  await form.getByRole("option", { name: /asha@swarna.example/ }).click();
  await form.getByRole("combobox", { name: "Products" }).fill("RG-104");
  await form.getByRole("option", { name: /RG-104/ }).click();
  await expect(field(page, "Deliver to")).toHaveValue(/^\d+$/);
  await field(page, "Payment").selectOption("cod");
  expect(await barriers(page)).toEqual([]);
  await save(page, "Save Order", "Order added");
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto("/admin/customers/1");
  const pieces = page.getByRole("table", { name: "Orders" }).locator("td[data-label=Pieces]").first();
  await expect(pieces).toContainText("Saptapadi Couple Bands");
  expect((await pieces.boundingBox())?.width).toBeGreaterThan(200);
});
