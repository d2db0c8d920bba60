// Every page of the portal, light and dark, with what opens on it: nothing that a machine finds against WCAG 2.2 or good practice.

import type { Page } from "@playwright/test";
import { barriers } from "../accessible";
import { expect, signInAsAdmin, test } from "../shop";

const paths = [
  ...["dashboard", "order-management", "order-management?view=columns", "order", "order-items?orderId=2", "cart"],
  ...["customer", "gold-rate", "category", "vendor", "product", "productImage"],
];
const dialogs: Record<string, string> = {
  customer: "Add Customer",
  order: "Add Order",
  "gold-rate": "Add Gold Rate",
  "order-management": "Details of order 2",
};

test.use({ reducedMotion: "reduce" });

async function check(page: Page, what: string): Promise<void> {
  expect.soft(await barriers(page), what).toEqual([]);
}

for (const theme of ["light", "dark"]) {
  test(`the portal, ${theme}`, async ({ page }) => {
    await signInAsAdmin(page);
    await page.goto("/admin/dashboard");
    if (theme === "dark") await page.getByRole("button", { name: "Dark theme" }).click();
    for (const path of paths) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await check(page, `${path}, ${theme}`);
      const opener = dialogs[path];
      if (!opener) continue;
      if (path === "order-management") await page.goto("/admin/order-management?search=%232");
      await page.getByRole("button", { name: opener }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await check(page, `${path}, ${theme}, ${opener}`);
    }
    await page.getByRole("button", { name: "Delete" }).first().click();
    await expect(page.getByText("Deletion cancelled")).toBeVisible();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Find / }).fill("a");
    await expect(page.getByRole("group", { name: "Products" })).toBeVisible();
    await check(page, `the finder and a toast, ${theme}`);
  });
}

for (const width of [360, 768, 1024]) {
  test(`no page of the portal is wider than a window of ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAsAdmin(page);
    for (const path of [...paths, "product/import", "operations", "audit"]) {
      await page.goto(`/admin/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(beyond, path).toBeLessThanOrEqual(0);
    }
  });
}
