// The storefront: lists, wishlist, password reset, contact, reviews, and the layout on narrow pages.

import type { Page } from "@playwright/test";
import { layoutFaults } from "../layout";
import { mailsTo } from "../mails";
import { asVisited, drawn, expect, shopper, signIn, signUp, signUpAndLeave, test } from "../shop";

test("back restores a list with its scroll position", async ({ page }) => {
  await page.goto("/products?sort=priceAsc");
  await page.getByRole("button", { name: "Show more pieces" }).click();
  await expect(page.getByText(/^24 of \d+ shown$/)).toBeVisible();
  const piece = page.getByRole("main").getByRole("heading", { level: 2 }).nth(18).getByRole("link");
  await piece.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await piece.click();
  await expect(page).toHaveURL(/\/\d+$/);
  await page.goBack();
  await expect(page.getByText(/^24 of \d+ shown$/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(place, -2);
});

test.describe("in motion", () => {
  test.use(asVisited);

  test("on hover a product shows only its second picture", async ({ page }) => {
    await page.goto("/products");
    const tile = page.locator(".two-up").first();
    const seen = () =>
      tile.locator("img").evaluateAll((pictures) => pictures.map((each) => getComputedStyle(each).opacity));
    await expect.poll(seen).toEqual(["1", "0"]);
    await tile.hover();
    await expect.poll(seen).toEqual(["0", "1"]);
  });
});

test("a forgotten password is reset by the code in the mail", async ({ context, page }) => {
  const email = `tara.${Date.now()}@shoppers.example`;
  const person = { name: "Tara Nair", email, phone: "+91 98400 33344", password: shopper.password };
  expect((await page.request.post("/api/customer/", { data: person })).ok()).toBe(true);
  await context.clearCookies();
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible(); // not the sign-in page
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByText(`OTP sent to ${email}.`)).toBeVisible();
  await expect(page.getByText(/^Resend in 0[45]:\d\d$/)).toBeVisible();
  await expect.poll(() => newestCode(email)).toMatch(/^\d{6}$/);
  await page.getByLabel("Digit 1").click();
  await page.keyboard.insertText((await newestCode(email)) ?? "");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("OTP verified successfully")).toBeVisible();
  await page.getByLabel("New password").fill("Another@2026");
  await page.getByLabel("Confirm password").fill("Another@2026");
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByText("password reset successfully").first()).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test("the contact form and the newsletter subscription work", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Name").fill("Nila Raman");
  await page.getByRole("main").getByLabel("Email").fill("nila@shoppers.example");
  await page.getByLabel("Message").fill("Is the choker to be had shorter?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("We have received your email. We'll reach you back soon.")).toBeVisible();
  const reader = `nila.${Date.now()}@shoppers.example`;
  await page.getByRole("contentinfo").getByRole("textbox").fill(reader);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText(/^Thank you. Please confirm/)).toBeVisible();

  const links = async () => (await mailsTo(reader))[0]?.match(/^http.*newsletter\?.*$/gm) ?? [];
  await expect.poll(links).toHaveLength(2);
  const [confirm = "", unsubscribe = ""] = await links();
  for (const [link, button, outcome] of [
    [confirm, "Yes, send me the newsletter", "You are subscribed"],
    [unsubscribe, "Unsubscribe", "You are unsubscribed"],
    [confirm, "Yes, send me the newsletter", "This link is not valid any more"],
  ] as const) {
    await page.goto(link.trim());
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("heading", { name: outcome })).toBeVisible();
    await expect(page).not.toHaveURL(/token/);
  }
});

/** The code of the newest mail that contains one. */
async function newestCode(address: string): Promise<string | undefined> {
  const codes = (await mailsTo(address)).map((mail) => /^ +(\d{6})\s*$/m.exec(mail)?.[1]);
  return codes.filter(Boolean).at(-1);
}

test("a toast covers no button of a product list", async ({ page }) => {
  await signUp(page, "Tara Toast");
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/products");
    await drawn(page);
    await page
      .getByRole("button", { name: /^Wishlist, / })
      .first()
      .click();
    const toast = page.locator(".toastx:not(.out)");
    await expect(toast.first()).toBeVisible();
    await toast.first().hover(); // it stays while the pointer is on it
    const covered = () =>
      page.evaluate(() => {
        const region = document.querySelector(".toasts");
        const toast = region?.getBoundingClientRect();
        if (!region || !toast) return ["no toast"];
        const isUnder = (element: Element) => {
          const { left, right, top, bottom, width } = element.getBoundingClientRect();
          const beside = right <= toast.left || left >= toast.right || bottom <= toast.top || top >= toast.bottom;
          return width > 0 && !beside && !region.contains(element);
        };
        const all = [...document.querySelectorAll("main button, main a.btn, main input, main select, .bottombar")];
        return all.filter(isUnder).map((element) => element.getAttribute("aria-label") ?? element.textContent);
      });
    await expect.poll(covered, `at ${width} px`).toEqual([]);
  }
});

test("a visitor's action is carried out right after the sign-in, and never later", async ({ page }) => {
  const { email } = await signUpAndLeave(page, "Devika Nair");
  await page.goto("/6");
  await drawn(page);
  await page
    .getByRole("button", { name: /^Add To Cart/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login\?next=%2F6$/);
  // Leaving the sign-in cancels the pending action.
  await page.getByRole("link", { name: "Swarna, home" }).click();
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await signIn(page, { email, password: shopper.password });
  await expect(page.getByText("Login Successful")).toBeVisible();
  await page.goto("/wishlist");
  await expect(page.getByText("Your wishlist is empty.")).toBeVisible();

  // The action is sent before a query finds that the session has ended, which aborts it. No socket says it earlier.
  await page.context().clearCookies();
  await page.routeWebSocket(/socket\.io/, () => {});
  let sent: () => void = () => {};
  const isSent = new Promise<void>((resolve) => {
    sent = resolve;
  });
  await page.route("**/api/**", async (route) => {
    if (route.request().method() === "POST") return sent();
    await isSent;
    await route.continue();
  });
  await page.goto("/7");
  await drawn(page);
  await page
    .getByRole("button", { name: /^Wishlist/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/login\?next=%2F7$/);
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await page.unroute("**/api/**");
  await signIn(page, { email, password: shopper.password });
  await expect(page).toHaveURL(/\/7$/);
  await expect(page.getByText("Added to wishlist")).toBeVisible();
  await page.reload();
  await drawn(page);
  await expect(page.getByRole("button", { name: /^Wishlist/ }).first()).toHaveAttribute("aria-pressed", "true");
  await page.goto("/shopping-cart");
  await expect(page.getByText("Your Shopping Cart is Empty!")).toBeVisible();
});

test("the home page at all widths: its lists, hero, footer, rates and bars", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close()); // there is no live connection
  await page.goto("/");
  await drawn(page);
  expect(await page.locator(".hero").evaluate((hero) => hero.getBoundingClientRect().height)).toBeLessThanOrEqual(
    0.7 * 844,
  );
  const group = page.getByRole("contentinfo").getByRole("navigation", { name: "Your account" });
  const button = group.getByRole("button", { name: "Your account" });
  await expect(group.getByRole("link")).toHaveCount(0);
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(group.getByRole("link", { name: "My Orders" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(group.getByRole("link")).toHaveCount(0);

  const rates = page.locator(".ratebar .rates");
  await expect(rates.getByText("onnecting")).toBeAttached();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 640 });
    expect((await rates.boundingBox())?.height, `at ${width}`).toBeLessThan(25);
    expect(await rates.evaluate((e) => e.scrollWidth - e.clientWidth), `at ${width}`).toBe(0);
  }
  await expectLowBars(page);
  await expect(group.getByRole("link", { name: "My Orders" })).toBeVisible();
  await expect(button).toBeHidden();

  const lists: string[] = [];
  for (const title of ["Best Seller", "New Arrivals", "Top Rated"]) {
    await page.getByRole("tab", { name: title }).click();
    const panel = page.getByRole("tabpanel", { name: title });
    await expect(panel.getByRole("article")).toHaveCount(8);
    lists.push((await panel.getByRole("heading").allInnerTexts()).join());
  }
  expect(new Set(lists).size).toBe(3);
});

test("a product's page at all widths: its bars, and the chat covers nothing", async ({ page }) => {
  await page.goto("/6");
  await drawn(page);
  const chat = page.getByRole("link", { name: /^Chat with us/ });
  const below = page.getByRole("contentinfo").getByRole("link", { name: /^Chat with us/ });
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(chat).toHaveCSS("position", "static");
  expect(await layoutFaults(page, ".crumbs")).toEqual([]);
  for (const width of [360, 390, 820]) {
    await page.setViewportSize({ width, height: 844 });
    const bar = page.locator(".buybar");
    await expect(bar.getByRole("button", { name: /^Add To Cart/ })).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(below).not.toBeInViewport();
    await below.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(below).toBeInViewport({ ratio: 1 });
    const place = await below.boundingBox();
    const room = await bar.boundingBox();
    if (!place || !room) throw new Error("The bar or the chat is not there.");
    expect(place.y + place.height, `at ${width} px`).toBeLessThanOrEqual(room.y);
  }
  for (const width of [992, 1280, 1366, 1431, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await page
      .getByRole("button", { name: /^Wishlist, Rangmahal/ })
      .first()
      .scrollIntoViewIfNeeded();
    const heart = await page.locator(".cta").boundingBox();
    const place = await chat.boundingBox();
    if (!place || !heart) throw new Error("The heart or the chat is not there.");
    expect(place.x, `at ${width} px`).toBeGreaterThanOrEqual(heart.x + heart.width);
    expect(place.x + place.width, `at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectLowBars(page);
});

/** Expects that header and bars take at most a quarter of a magnified page. */
async function expectLowBars(page: Page): Promise<void> {
  for (const [width, height] of [
    [720, 450],
    [640, 360],
    [960, 540],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    const taken = await page.evaluate(() => {
      const bars = document.querySelectorAll(".ratebar, .mast-row, .mast-phone, .mainnav, .bottombar, .buybar");
      // In a low window the product's bar is a part of the page, below the price, and scrolls with it.
      const isInPage = (bar: Element) => bar.matches(".buybar") && getComputedStyle(bar).position === "static";
      const shown = [...bars].filter((bar) => !isInPage(bar)).map((bar) => bar.getBoundingClientRect());
      return shown.reduce(
        (sum, { top, bottom }) => sum + Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0)),
        0,
      );
    });
    expect(taken, `at ${width} by ${height}`).toBeLessThanOrEqual(height / 4);
  }
}
