// The specified texts and limits of the storefront.

import type { Page } from "@playwright/test";
import { isFocusCovered } from "../accessibility";
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

test("on a phone a long word widens no page, and the bar at the bottom covers no focused control", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/products?search=${"a".repeat(60)}`);
  await drawn(page);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("main").getByRole("link", { name: "See all jewellery" }).click();
  await expect(page.locator(".pgrid article, .pgrid li").nth(10)).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await isFocusCovered(page), `after ${presses + 1} presses of Tab`).toBe(false);
  }
});
