// The pages and dialogs of the admin portal at several widths, in the light and the dark theme: axe finds no violation,
// no page is wider than its window, no word or amount is broken or outside its box, and the browser reports no error.

import type { Page } from "@playwright/test";
import { barriers, colourBarriers, consoleErrors } from "../accessibility";
import { layoutFaults } from "../layout";
import { expect, signInAsAdmin, test } from "../shop";

const soft = expect.configure({ soft: true });

// The tests of this file take minutes, so both workers run them.
test.describe.configure({ mode: "parallel" });

interface PortalPage {
  path: string;
  /** Checked on a phone too. */
  onPhone?: true;
  /** The button that opens the page's dialog. */
  opener?: string;
}

const groups: Record<string, PortalPage[]> = {
  "orders, customers and the gold rate": [
    { path: "order", opener: "Add Order" },
    { path: "order-items?orderId=2" },
    { path: "cart" },
    { path: "customer", opener: "Add Customer" },
    { path: "gold-rate", opener: "Add Gold Rate" },
  ],
  catalogue: [
    { path: "category" },
    { path: "vendor" },
    { path: "product" },
    { path: "productImage" },
    { path: "product/import" },
  ],
  "dashboard, staff and audit": [
    { path: "staff", onPhone: true, opener: "Invite" },
    { path: "me", opener: "Set up" },
    { path: "dashboard", onPhone: true },
    { path: "customers/1", onPhone: true },
    { path: "audit", onPhone: true },
  ],
  "board and packing": [
    { path: "order-management?search=%232", opener: "Details of order 2" },
    { path: "order-management", onPhone: true },
    { path: "order-management?view=columns" },
    { path: "orders/2", onPhone: true },
    { path: "packing/3", onPhone: true },
  ],
  "operations and integrations": [
    { path: "operations", onPhone: true },
    { path: "integrations", onPhone: true },
    { path: "integrations?part=keys" },
  ],
  "returns, reviews, policies and reports": [
    { path: "returns", onPhone: true },
    { path: "reviews", onPhone: true },
    { path: "policies" },
    { path: "reports", onPhone: true },
    { path: "reports?part=Invoices" },
  ],
};

const setTheme = (page: Page, theme: "light" | "dark") =>
  page.evaluate((theme) => {
    document.documentElement.dataset.bsTheme = theme;
  }, theme);

/** Runs all rules in the light theme, and those about colours in the dark one. */
async function check(page: Page, what: string): Promise<void> {
  expect.soft(await barriers(page), what).toEqual([]);
  await setTheme(page, "dark");
  expect.soft(await colourBarriers(page), `${what}, dark`).toEqual([]);
  await setTheme(page, "light");
}

/** Loads the page in a narrow window and widens it step by step. */
async function checkPage(page: Page, { path, onPhone, opener }: PortalPage): Promise<void> {
  const keys = page.getByRole("dialog", { name: "Keys" });
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto(`/admin/${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const width of [360, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect.soft(excess, `${path} is wider than ${width} px`).toBeLessThanOrEqual(0);
    // The page follows its new width within a moment.
    await soft.poll(() => layoutFaults(page), { message: `${path} at ${width} px`, timeout: 5_000 }).toEqual([]);
    if (width === 390 && onPhone) expect.soft(await barriers(page), `${path} at ${width} px`).toEqual([]);
    if (width === 1280) await check(page, `${path} at ${width} px`);
  }
  await page.keyboard.press("?");
  await expect(keys, path).toBeVisible();
  await page.keyboard.press(path.length % 2 ? "?" : "Escape");
  await expect(keys, path).toHaveCount(0);
  if (!opener) return;
  await page.getByRole("button", { name: opener }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page, `${path}, ${opener}`);
}

test("the sign-in", async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/login");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await check(page, `the sign-in at ${width} px`);
  }
});

for (const [name, pages] of Object.entries(groups)) {
  test(`the pages of the portal: ${name}`, async ({ page }) => {
    const errors = consoleErrors(page);
    await signInAsAdmin(page);
    for (const each of pages) await checkPage(page, each);
    expect(errors).toEqual([]);
  });
}

test("the global search, a toast and the list of keys; a theme is kept over a reload", async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto("/admin/vendor");
  await page.getByRole("button", { name: "Delete" }).first().click();
  await expect(page.getByText("Deletion cancelled")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find / }).fill("a");
  await expect(page.getByRole("group", { name: "Products" })).toBeVisible();
  await check(page, "the global search and a toast");

  await page.goto("/admin/nowhere");
  await page.getByRole("button", { name: "Dark theme" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-bs-theme", "dark");
  await page.getByRole("button", { name: "Light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-bs-theme", "light");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await check(page, `the list of keys at ${width} px`);
  }
});
