import { expect, test } from "../shop";

test("the home page opens", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Swarna/);
  await expect(page.getByRole("main")).toBeVisible();
});
