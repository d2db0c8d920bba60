// Changes of price and stock on open pages and at the checkout.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { call, moveRate } from "../client";
import { drawn, expect, signUp, test } from "../shop";

const live = (page: Page) => page.getByRole("region", { name: "Gold rate" }).getByText("Live");

test("a new gold rate reaches every price on every open page", async ({ context, page, shopkeeper }) => {
  const { id } = await signUp(page);
  await call(page.request, "POST", "/wishlist/", { data: { customerId: id, productId: 5 } });
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 8, quantity: 2 } });
  const open = async (path: string) => {
    const tab = await context.newPage();
    await tab.goto(path);
    return tab;
  };
  const [product, list, cart, wishlist, search] = await Promise.all(
    ["/5", "/products?sort=priceAsc", "/shopping-cart", "/wishlist", "/about"].map(open),
  );
  if (!product || !list || !cart || !wishlist || !search) throw new Error("five pages");
  await list
    .getByRole("button", { name: /^Quick view/ })
    .first()
    .focus();
  await list.keyboard.press("Enter");
  await search.getByRole("combobox").fill("pad");

  const prices = [
    product.locator(".bigprice"),
    product.getByRole("heading", { name: "More like this" }).locator("..").locator(".price").first(),
    product.locator(".breakup .tot td"),
    list.locator(".pcard .price").nth(5),
    list.getByRole("dialog").locator(".bigprice"),
    cart.locator(".cart-line .price"),
    cart.locator(".summary .tot span").last(),
    wishlist.locator(".pcard .price").first(),
    search.getByRole("option").first().locator(".price"),
    page.getByRole("region", { name: "Gold rate" }).locator("b").first(),
  ];
  await page.goto("/");
  for (const tab of [page, product, list, cart, wishlist, search]) await expect(live(tab)).toBeVisible();
  const before = await Promise.all(prices.map((price) => price.innerText()));

  await moveRate(shopkeeper, 100);
  for (const [at, price] of prices.entries()) await expect(price).not.toHaveText(before[at] as string);

  const notice = cart.getByRole("status").filter({ hasText: "Prices have moved since you chose." });
  await expect(notice).toContainText(`Your cart came to ${before[6]} and is now ${await prices[6]?.innerText()}.`);
  await expect(cart.getByText(/because the gold rate went from/)).toBeVisible();
  await cart.reload();
  await notice.getByRole("button", { name: "Got it" }).click();
  await expect(notice).toBeHidden();
});

test("a phone shows the price above the bar, and asks for the mail in the page too", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/2"); // its name has two lines
  await drawn(page);
  const price = await page.locator(".pdp .bigprice").boundingBox();
  const bar = await page.locator(".buybar").boundingBox();
  expect((price?.y ?? 0) + (price?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await page.goto("/13");
  const panel = page.getByRole("region", { name: "Out of stock" });
  await expect(panel.getByRole("button", { name: /^Notify me/ })).toBeVisible();
});

test("a price that changed unnoticed is shown beside the old one before the order", async ({ page, shopkeeper }) => {
  const { id } = await signUp(page);
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 5, quantity: 1 } });
  const address = { address: "7 Lake View Road", city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  await call(page.request, "POST", "/address/", { data: { customerId: id, name: "Nila Raman", ...address } });
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close()); // this page receives no events
  await page.route("**/api/hold/", (route) => route.abort()); // no price is held
  await page.goto("/check-out");
  await expect(page.getByRole("radio", { name: /Nila Raman/ })).toBeChecked();
  const total = page.locator(".summary .tot span").last();
  const seen = await total.innerText();

  await moveRate(shopkeeper, 50);
  await page.getByRole("button", { name: "Place Order" }).click();
  const question = page.getByRole("dialog", { name: "The gold rate has moved" });
  await expect(question).toContainText("Nothing has been ordered yet.");
  await expect(question.getByRole("row", { name: /^Total/ })).toContainText(seen);
  expect(await call<unknown[]>(page.request, "GET", `/order/?customerId=${id}`)).toEqual([]);
  const confirm = question.getByRole("button", { name: /^Place Order at ₹/ });
  const agreed = (await confirm.innerText()).replace("Place Order at ", "");
  expect(agreed).not.toBe(seen);
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Congratulations!" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(agreed);
});

test("checkout holds the price while gold rises, and asks for the PAN of a large order", async ({
  page,
  shopkeeper,
}) => {
  const { id } = await signUp(page);
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 5, quantity: 10 } });
  const address = { address: "7 Lake View Road", city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  await call(page.request, "POST", "/address/", { data: { customerId: id, name: "Nila Raman", ...address } });
  await page.goto("/check-out");
  await expect(page.getByRole("timer", { name: /^Price held for 14 minutes/ })).toBeVisible();
  await expect(live(page)).toBeVisible();
  const rate = page.getByRole("region", { name: "Gold rate" }).locator("b").first();
  const before = await rate.innerText();
  const seen = await page.locator(".summary .tot span").last().innerText();

  await moveRate(shopkeeper, 50);
  await expect(rate).not.toHaveText(before);
  await expect(page.locator(".summary .tot span").last()).toHaveText(seen);
  const place = page.getByRole("button", { name: "Place Order" });
  await place.click();
  const pan = page.getByRole("textbox", { name: "PAN" });
  await expect(pan).toHaveAccessibleDescription("Please enter your PAN.");
  expect(await barriers(page)).toEqual([]);
  await pan.fill("abcde1234f");
  await place.click();
  await expect(page.getByRole("heading", { name: "Congratulations!" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(seen);
  const [line] = await call<{ orderId: number }[]>(page.request, "GET", `/order/?customerId=${id}`);
  const stored = await call(shopkeeper, "GET", `/order/pan/?orderId=${line?.orderId}`);
  expect(stored).toMatchObject({ state: "given", masked: "ABCDE****F" });
});
