// The storefront's pages and dialogs on a phone and on a desktop: axe finds no violation, and the browser reports no
// error. Each page holds large texts too.

import type { Locator, Page } from "@playwright/test";
import { barriers, consoleErrors } from "../accessibility";
import { call, orderCart } from "../client";
import { largeTextFaults } from "../layout";
import { drawn, expect, signUp, test } from "../shop";

/** One page of each template. */
const templates = [
  ...["/", "/products", "/products?search=zz", "/categories", "/6", "/about-us", "/contact-us"],
  ...["/newsletter?state=expired", "/login", "/forgot-password", "/no/such/page"],
];
/** Pages of the same templates with other content, which report no error either. */
const variants = [
  "/products?search=r",
  "/wedding-jewellery",
  "/mens-jewellery",
  "/kids-jewellery",
  "/about",
  "/contact",
  "/newsletter",
];
const empty = [
  ["/shopping-cart", "Your Shopping Cart is Empty!"],
  ["/check-out", "Your Shopping Cart is Empty!"],
  ["/wishlist", "Your wishlist is empty."],
  ["/my-orders", "No Orders Found"],
] as const;
const desktop = { width: 1280, height: 900 };
const phone = { width: 390, height: 844 };

async function check(page: Page): Promise<void> {
  expect.soft(await barriers(page), `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await drawn(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Loads the page as a phone does, then widens the window. */
async function checkAtBothWidths(page: Page, path: string): Promise<void> {
  await page.setViewportSize(phone);
  await openPage(page, path);
  await check(page);
  expect.soft(await largeTextFaults(page), `${path} with large texts`).toEqual([]);
  await page.setViewportSize(desktop);
  await check(page);
}

/** Where the newest toast is: on the open dialog, beside it, or gone. */
const placeOfToast = (page: Page): Promise<"on" | "beside" | "gone"> =>
  page.evaluate(() => {
    const [toast, dialog] = [".toastx:not(.out)", ".sheet"].map((part) => document.querySelector(part));
    if (!toast || !dialog) return "gone";
    const [one, other] = [toast.getBoundingClientRect(), dialog.getBoundingClientRect()];
    const isAcross = one.left < other.right && one.right > other.left;
    return isAcross && one.top < other.bottom && one.bottom > other.top ? "on" : "beside";
  });

test("public pages", async ({ page }) => {
  const errors = consoleErrors(page);
  for (const path of variants) await openPage(page, path);
  for (const path of templates) await checkAtBothWidths(page, path);
  await page.waitForLoadState("networkidle");
  // The document of an unknown address comes with status 404.
  expect(errors.filter((error) => !/no\/such\/page: .* 404/.test(error))).toEqual([]);
});

test("a shopper's own pages, empty and full", async ({ page, shopkeeper }) => {
  const errors = consoleErrors(page);
  const { id } = await signUp(page);
  for (const [path, text] of empty) {
    await checkAtBothWidths(page, path);
    await expect(page.getByRole("heading", { name: text })).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "See all jewellery" })).toBeVisible();
  }
  await checkAtBothWidths(page, "/profile");
  await openPage(page, "/order-confirm");
  const address = { address: "7 Lake View Road", city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  await call(page.request, "POST", "/address/", { data: { customerId: id, name: "Nila Raman", ...address } });
  await call(page.request, "POST", "/wishlist/", { data: { customerId: id, productId: 5 } });
  const add = () => call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 6, quantity: 2 } });
  await add();
  const [line] = await orderCart(page.request, id);
  await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: line?.itemId, status: "shipped" } });
  await add();
  const dialog = page.getByRole("dialog");
  const checkDialog = async (opener: Locator) => {
    await opener.click();
    await expect(dialog).toBeVisible();
    await check(page);
  };

  await checkAtBothWidths(page, "/shopping-cart");
  await page.setViewportSize({ width: 1024, height: 768 });
  const move = await page.getByRole("button", { name: /^Move to wishlist/ }).boundingBox();
  expect(move?.height, "its words are beside each other").toBeLessThan(48);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.getByRole("button", { name: "One less" }).click();
  await expect(page.getByText("Quantity updated")).toBeVisible();
  // A toast stays while the pointer is on it, also on a busy machine.
  await page.getByText("Quantity updated").hover();
  await page.getByRole("button", { name: /^Remove/ }).press("Enter");
  await expect(dialog).toBeVisible();
  await expect.poll(() => placeOfToast(page)).toBe("beside");
  await check(page);
  await page.setViewportSize(desktop);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  await check(page);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("Item put back in cart")).toBeVisible();

  await checkAtBothWidths(page, "/check-out");
  await page.getByRole("button", { name: /^Edit Nila Raman/ }).click();
  await expect(page.getByRole("form", { name: "Edit address" })).toBeVisible();
  await check(page);
  await checkAtBothWidths(page, "/wishlist");
  await checkAtBothWidths(page, "/my-orders");
  await checkDialog(page.getByRole("button", { name: /^View Details/ }));
  for (const path of [`/order-confirm?order=${line?.orderId}`, `/my-orders/${line?.orderId}/invoice`])
    await checkAtBothWidths(page, path);
  await openPage(page, "/my-orders?status=delivered");
  await check(page);
  await openPage(page, "/profile");
  await check(page);
  await checkDialog(page.getByRole("button", { name: /^Remove Nila Raman/ }));
  expect(errors).toEqual([]);
});

test("menus, dialogs and tabs", async ({ page }) => {
  await page.goto("/products");
  await page.getByRole("button", { name: "All Categories" }).click();
  await expect(
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All jewellery" }),
  ).toBeVisible();
  await check(page);
  await page.getByRole("combobox", { name: "Search the shop" }).fill("pa");
  await expect(page.getByRole("listbox")).toBeVisible();
  await check(page);
  await page
    .getByRole("button", { name: /^Quick view/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page);
  await page.goto("/5");
  for (const tab of ["Information", "Reviews"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await check(page);
  }
  await page.getByRole("button", { name: "Zoom" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page);
  await page.setViewportSize(phone);
  await page.goto("/products");
  for (const button of ["Menu", "Search", "Filter"]) {
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.getByRole(button === "Search" ? "combobox" : "dialog").first()).toBeVisible();
    await check(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await page.goto("/login");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: "Register" }).last().click();
  await check(page);
});

test("selected controls differ from others in forced colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const { id } = await signUp(page, "Sita Nair");
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 6, quantity: 1 } });
  await orderCart(page.request, id);
  const colour = (of: Locator, side: "borderBottomColor" | "backgroundColor", part?: string) =>
    of.evaluate((element, [name, pseudo]) => getComputedStyle(element, pseudo)[name], [side, part] as const);
  await page.goto("/my-orders");
  const states = page.getByRole("group", { name: "Status" }).getByRole("button");
  await expect(states.first()).toHaveAttribute("aria-pressed", "true");
  expect(await colour(states.nth(0), "borderBottomColor")).not.toBe(await colour(states.nth(1), "borderBottomColor"));
  const steps = page.getByRole("list", { name: "Progress" }).first();
  const [done, open] = [steps.locator("li.done").first(), steps.locator("li:not(.done)").first()];
  expect(await colour(done, "backgroundColor", "::after")).not.toBe(await colour(open, "backgroundColor", "::after"));
  await page.goto("/products?categoryId=1");
  const chosen = page.getByRole("checkbox", { checked: true }).first();
  expect(await chosen.evaluate((box) => getComputedStyle(box).appearance)).toBe("auto");
  await page.goto("/5");
  const tabs = page.getByRole("tab");
  const paper = await colour(page.locator("body"), "backgroundColor");
  expect(await colour(tabs.first(), "backgroundColor", "::after")).not.toBe(paper);
});
