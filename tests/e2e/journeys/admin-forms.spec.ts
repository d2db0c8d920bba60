// The portal's forms, from the click to the database and back.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { picturesMade } from "../client";
import { picture } from "../pictures";
import { admin, expect, signIn, signInAsAdmin, test } from "../shop";

const field = (page: Page, label: string) => page.getByRole("dialog").getByLabel(label, { exact: true });

async function save(page: Page, button: string, toast: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: button }).click();
  await expect(page.getByText(toast)).toBeAttached(); // it fades
  await expect(page.getByRole("dialog")).toBeHidden();
  // A later toast may have the same text, so this one is dismissed if it is still shown.
  const dismiss = page.getByRole("button", { name: "Dismiss", includeHidden: true });
  await dismiss.evaluateAll((buttons: HTMLElement[]) => buttons.forEach((button) => button.click()));
  await expect(page.getByText(toast)).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await signInAsAdmin(page);
  page.on("dialog", (dialog) => void dialog.accept());
});

test("the sign-in opens the dashboard with its figures", async ({ page, context }) => {
  await context.clearCookies();
  await page.goto("/favicon.svg"); // the smallest document of the shop
  await page.evaluate(() => localStorage.clear());
  await page.goto("/admin/login");
  await signIn(page, admin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await expect(page.getByRole("heading", { name: "Welcome to the Administrative portal" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Newest orders" }).getByRole("row")).toHaveCount(6);
  expect(await barriers(page)).toEqual([]);
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

test("a category with products is not deleted, and its row says why", async ({ page }) => {
  await page.goto("/admin/category");
  await page.getByRole("button", { name: "Delete Rings" }).click();
  await expect(page.getByText(/Rings cannot be deleted: it holds \d+ products?\./)).toBeVisible();
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

test("a vendor and a customer are added and deleted", async ({ page }) => {
  await page.goto("/admin/vendor");
  await page.getByRole("button", { name: "Add Vendor" }).click();
  for (const label of ["Name", "Address 1", "Address 2", "Pin code", "Contact numbers"])
    await field(page, label).fill(label === "Name" ? "Zari Works" : "395003");
  await save(page, "Save Vendor", "Vendor added");
  await page.getByRole("button", { name: "Delete Zari Works" }).click();
  await expect(page.getByText("Vendor deleted")).toBeVisible();

  await page.goto("/admin/customer");
  await page.getByRole("button", { name: "Add Customer" }).click();
  await field(page, "Name").fill("Zoya Khan");
  await field(page, "Email").fill("zoya@swarna.example");
  await field(page, "Mobile number").fill("+91 98410 55099");
  await field(page, "Password").fill("Shopper@2026");
  await save(page, "Save Customer", "Customer added");
  await page.getByRole("button", { name: "View Cart of Zoya Khan" }).click();
  await expect(page.getByText("The cart of Zoya Khan is empty.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Delete Zoya Khan" }).click();
  await expect(page.getByText("Customer deleted")).toBeVisible();
});

test("a product is added with pictures, which become ready without a reload", async ({ page, shopkeeper }) => {
  await picturesMade(shopkeeper);
  await page.goto("/admin/product");
  await page.getByRole("button", { name: "Add Product" }).click();
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
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Save Gold Rate" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("% above the last one");
  await save(page, "Yes, save this rate", "Gold rate added");
  const question = page.waitForEvent("dialog");
  await page.getByRole("button", { name: "Delete the rate of 1 Jan 2099" }).click();
  expect((await question).message()).toMatch(/^Delete the gold rate of 1 Jan 2099\?\s+\S/);
  await expect(page.getByText("Gold rate deleted")).toBeVisible();
});

test("swapped rates are refused in the form", async ({ page }) => {
  await page.goto("/admin/gold-rate?add=1");
  await field(page, "22k rate").fill("16400");
  await field(page, "24k rate").fill("15000");
  await field(page, "Date").fill("2099-01-02");
  await page.getByRole("button", { name: "See what changes" }).click();
  await expect(
    page.getByText("The 24k rate cannot be below the 22k rate. Are they in each other's place?"),
  ).toBeVisible();
  await field(page, "22k rate").fill("14000");
  await page.getByRole("button", { name: "See what changes" }).click();
  await expect(page.getByRole("region", { name: "What changes" })).toBeInViewport();
});

test("in a low window the fields of a form scroll and its buttons stay visible", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 }); // 1440 x 900 at a zoom of 200 %
  await page.goto("/admin/product");
  await page.getByRole("button", { name: "Add Product" }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Add Product" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("dialog").getByRole("button", { name: "Save Product" })).toBeInViewport({ ratio: 1 });
  await field(page, "Stock availability").focus();
  await expect(field(page, "Stock availability")).toBeInViewport();
});

test("after a session ends in a form, the sign-in says so and restores the entered text", async ({ page }) => {
  await page.goto("/admin/category");
  // A request or a handshake that is still under way would find the end of the session before the form does.
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Edit Rings" }).click();
  await field(page, "Name").fill("Rings of gold");
  await page.context().clearCookies();
  await page.getByRole("dialog").getByRole("button", { name: "Save Category" }).click();
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await page.getByLabel("User id (email)").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/admin\/category$/);
  await expect(page.getByRole("dialog").getByText("What you had typed is here again.")).toBeVisible();
  await expect(field(page, "Name")).toHaveValue("Rings of gold");
  expect(await barriers(page)).toEqual([]);
  await save(page, "Save Category", "Category updated successfully");
  await page.getByRole("button", { name: "Edit Rings of gold" }).click();
  await field(page, "Name").fill("Rings");
  await save(page, "Save Category", "Category updated successfully");
});
