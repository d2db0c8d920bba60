// Every page, on a desk and in a hand: no violation of WCAG 2.2 AA that a machine can find.

import AxeBuilder from "@axe-core/playwright";
import { expect, signInAsAdmin, signInAsShopper, test } from "../shop";

const open = ["/", "/products", "/wedding-jewellery", "/kids-jewellery", "/mens-jewellery", "/6", "/login", "/no/such/page"];
const own = ["/shopping-cart", "/check-out", "/my-orders", "/profile"];

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: "reduce" });

    for (const path of open) {
      test(`${path} is accessible`, async ({ page }) => {
        await page.goto(path);
        await check(page);
      });
    }

    test("so are a shopper's own pages", async ({ page }) => {
      await signInAsShopper(page);
      for (const path of own) {
        await page.goto(path);
        await check(page);
      }
    });

    test("so is the admin portal", async ({ page }) => {
      await page.goto("/admin/login");
      await check(page);
      await signInAsAdmin(page);
      await check(page);
      await page.goto("/admin/order-management");
      await check(page);
    });
  });
}

async function check(page: import("@playwright/test").Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`)).toEqual([]);
}
