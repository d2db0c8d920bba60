// The specified texts and limits of the storefront.

import type { Page } from "@playwright/test";
import { isFocusCovered } from "../accessibility";
import { addProduct, call, changeProduct } from "../client";
import { asVisited, drawn, expect, signUp, test } from "../shop";

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" }).locator("> div");
/**
 * Pauses the page's clock; from here on only `fastForward` moves it. Repeated if the time has passed meanwhile, as on a
 * busy machine.
 */
const stopClock = (page: Page) =>
  expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))).toPass();

test.describe("in motion", () => {
  test.use(asVisited);

  test("toasts: at most four, newest first, faded after 3.5 s, removed after 10 s", async ({ page }) => {
    await signUp(page);
    await page.clock.install();
    await page.goto("/12");
    await drawn(page);
    await stopClock(page);
    const names = Array.from({ length: 8 }, (_, at) => `Padmini Ruby Halo Ring ${at}`);
    const refusal = `${names.join(", ")} are no longer available. Please take them out of the cart.`;
    await page.route("**/api/cart/", (route) => route.fulfill({ status: 409, json: { message: refusal } }), {
      times: 1,
    });
    const add = page.locator(".cta").getByRole("button", { name: /^Add To Cart/ });
    await add.click();
    await expect(toasts(page)).toHaveText([refusal]);
    const hidden = await toasts(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden, "the lines outside of the toast").toBe(0);
    const wish = page.locator(".cta").getByRole("button", { name: /^Wishlist/ });
    const said = [refusal];
    for (const [isOn, text] of [
      [true, "Added to wishlist"],
      [false, "Removed from wishlist"],
      [true, "Added to wishlist"],
      [false, "Removed from wishlist"],
    ] as const) {
      await wish.click();
      await expect(wish).toHaveAttribute("aria-pressed", String(isOn));
      said.unshift(text);
      await expect(toasts(page)).toHaveText(said.slice(0, 4));
    }
    await add.click();
    await expect(toasts(page)).toHaveText(["Product added to cart", ...said.slice(0, 3)]);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(3500);
    await expect(toasts(page).first()).toBeHidden();
    await expect(toasts(page)).toHaveCount(4);
    await page.clock.fastForward(6500);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test("every link of the header, footer and drawer leads to a page of the shop", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/about");
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Earrings" })).toBeVisible();
  const paths = await page.evaluate(() =>
    [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
  );
  const inside = [...new Set(paths.filter((path) => path.startsWith("/")))];
  expect(inside.length).toBeGreaterThan(20);
  expect(paths.filter((path) => path === "" || path === "#")).toEqual([]);
  for (const path of inside) expect((await page.request.get(path)).status(), path).toBe(200);
  await expect(page.getByRole("contentinfo")).toContainText("© 2025 Swarna");
  const chat = await page
    .getByRole("contentinfo")
    .getByRole("link", { name: /^Chat with us/, includeHidden: true })
    .getAttribute("href");
  expect(chat).toMatch(/^\/contact-us\?message=Hello/); // this shop has no number
});

/** Presses Tab from the start of the page on, and expects to see each focused control. */
async function walk(page: Page, presses: number): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  for (let at = 1; at <= presses; at += 1) {
    await page.keyboard.press("Tab");
    expect(await isFocusCovered(page), `after ${at} presses of Tab`).toBe(false);
  }
}

test("on a phone a long word widens no page, and no bar covers a focused control", async ({ page, shopkeeper }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/products?search=${"a".repeat(60)}`);
  await drawn(page);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("main").getByRole("link", { name: "See all jewellery" }).click();
  await expect(page.locator(".pgrid article, .pgrid li").nth(10)).toBeVisible();
  await walk(page, 30);
  await page.setViewportSize({ width: 512, height: 384 }); // a tablet at 200 %
  await page.reload();
  await expect(page.locator(".pgrid article, .pgrid li").nth(10)).toBeVisible();
  await walk(page, 30);

  // A piece that is out of stock makes the bar of the cart higher.
  const { id } = await signUp(page);
  const sold = await addProduct(shopkeeper, 1, { code: "TL-sold", name: "Sold Ring" });
  for (const productId of [6, 7, sold.id])
    await call(page.request, "POST", "/cart/", { data: { customerId: id, productId, quantity: 1 } });
  await changeProduct(shopkeeper, sold.id, { status: "in active" });
  await page.setViewportSize({ width: 384, height: 512 });
  await page.goto("/shopping-cart");
  await drawn(page);
  await expect(page.getByText("Out of stock", { exact: true })).toBeVisible();
  await walk(page, 25);
  const last = page.getByRole("button", { name: "Back to top" });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const [end, bar] = [await last.boundingBox(), await page.locator(".paybar").boundingBox()];
  expect(end && end.y + end.height).toBeLessThanOrEqual(bar?.y ?? 0);

  await page.goto("/profile");
  await drawn(page);
  const part = page.getByRole("navigation", { name: "Parts of your profile" }).getByRole("link", { name: "Sign-ins" });
  await part.focus();
  await expect(part).toBeInViewport({ ratio: 0.9 }); // the line below it reaches over the row's edge
});
