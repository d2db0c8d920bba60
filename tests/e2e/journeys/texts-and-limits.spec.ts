// The specified texts and limits of the storefront.

import type { Page } from "@playwright/test";
import { isFocusCovered } from "../accessibility";
import { call } from "../client";
import { asVisited, drawn, expect, signUp, test } from "../shop";

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" }).locator("> div");
/**
 * Pauses the page's clock; from here on only `fastForward` moves it. Repeated if the time has passed meanwhile, as on a
 * busy machine.
 */
const stopClock = (page: Page) =>
  expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))).toPass();

const passwordRule =
  "Password must be at least 8 characters, include one uppercase, one number & one special character.";

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

test("sign-in and sign-up report errors field by field", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("nobody at all");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText(passwordRule)).toBeVisible();
  await page.getByLabel("Email").fill("nobody@shoppers.example");
  await page.getByLabel("Password", { exact: true }).fill("Nobody@2026");
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(toasts(page)).toHaveText(["Login Failed"]);

  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Register" }).last().click();
  await expect(page.getByText("Please enter your full name")).toBeVisible();
  await expect(page.getByText("Please enter your phone number")).toBeVisible();
  await expect(page.getByText(passwordRule)).toBeVisible();
});

test.describe("with a clock", () => {
  test.use({ ownContext: true });

  test("a one-time code has a countdown, an expiry and six digits", async ({ page }) => {
    await page.clock.install();
    await page.goto("/forgot-password");
    await expect(page.getByRole("link", { name: "Back to Login" })).toHaveAttribute("href", "/login");
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    await page.getByLabel("Email").fill("nobody");
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(page.getByText("Please enter a valid email address")).toBeVisible();
    const email = `nobody.${Date.now()}@shoppers.example`;
    await page.getByLabel("Email").fill(email);
    await stopClock(page);
    await page.getByRole("button", { name: "Send OTP" }).click();
    await expect(toasts(page)).toHaveText([`OTP sent to ${email}.`]);
    await expect(page.getByText(/^Resend in 0(5:00|4:5\d)$/)).toBeVisible();
    const resend = page.getByRole("button", { name: "Resend code" });
    await expect(resend).toBeDisabled();
    await page.getByRole("textbox", { name: "Digit 1" }).pressSequentially("12345");
    await expect(page.getByRole("textbox", { name: "Digit 6" })).toBeFocused();
    await page.getByRole("button", { name: "Verify" }).click();
    await expect(page.getByText("please enter all 6 digits")).toBeVisible();
    await page.clock.fastForward("04:05");
    await expect(page.getByText(/^Resend in 00:[345]\d$/)).toBeVisible();
    await page.clock.fastForward("01:00");
    await expect(page.getByText("OTP expired")).toBeVisible();
    await expect(resend).toBeEnabled();
  });
});

test("empty pages suggest what to do next, and a quantity stays between 1 and 10", async ({ page }) => {
  const { id } = await signUp(page);
  for (const [path, text] of [
    ["/shopping-cart", "Your Shopping Cart is Empty!"],
    ["/check-out", "Your Shopping Cart is Empty!"],
    ["/wishlist", "Your wishlist is empty."],
    ["/my-orders", "No Orders Found"],
  ]) {
    await page.goto(path as string);
    await expect(page.getByRole("heading", { name: text })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "See all jewellery" }).click();
    await expect(page).toHaveURL(/\/products$/);
  }
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 8, quantity: 9 } });
  await page.goto("/shopping-cart");
  await page.getByRole("button", { name: "One more" }).click();
  await expect(toasts(page)).toHaveText(["Quantity updated"]);
  await expect(page.getByRole("button", { name: "One more" })).toBeDisabled();
  await page.goto("/check-out");
  await expect(page.getByRole("button", { name: "Save Address" })).toBeDisabled();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(toasts(page)).toHaveText(["Please select or save an address"]);
  await page.goto("/profile");
  await expect(page.getByRole("region", { name: "Details", exact: true })).toContainText("NameNila Raman");
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
