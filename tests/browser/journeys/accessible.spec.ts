// Every page, on a desk and in a hand, and what opens on it: nothing that a machine finds against WCAG 2.2 or good practice.

import type { Locator, Page } from "@playwright/test";
import { barriers } from "../accessible";
import { call, orderCart } from "../client";
import { drawn, expect, signInAsAdmin, signUp, test } from "../shop";

const open = [
  ...["/", "/products", "/products?search=zz", "/wedding-jewellery", "/kids-jewellery", "/mens-jewellery", "/categories", "/6"],
  ...["/about-us", "/contact-us", "/newsletter?state=expired", "/login", "/forgot-password", "/no/such/page"],
];
const own = ["/shopping-cart", "/check-out", "/wishlist", "/my-orders", "/profile"];
const desk = { width: 1280, height: 900 };
const hand = { width: 390, height: 844 };

test.use({ reducedMotion: "reduce" });
test.describe.configure({ timeout: 300_000 }); // dozens of pages in each

async function check(page: Page): Promise<void> {
  expect.soft(await barriers(page), `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await drawn(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

async function checkAtBothWidths(page: Page, path: string): Promise<void> {
  await arrive(page, path);
  for (const size of [desk, hand]) {
    await page.setViewportSize(size);
    await check(page);
  }
  await page.setViewportSize(desk);
}

test("pages that are open to all", async ({ page }) => {
  for (const path of open) await checkAtBothWidths(page, path);
});

test("a shopper's own pages, empty and full", async ({ page, shopkeeper }) => {
  const { id } = await signUp(page);
  for (const path of own) await checkAtBothWidths(page, path);
  const address = { address: "7 Lake View Road", city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  await call(page.request, "POST", "/address/", { data: { customerId: id, name: "Nila Raman", ...address } });
  await call(page.request, "POST", "/wishlist/", { data: { customerId: id, productId: 5 } });
  const add = () => call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 6, quantity: 2 } });
  await add();
  const [line] = await orderCart(page.request, id);
  await call(shopkeeper, "POST", "/order/?flag=updateStatus", { data: { id: line?.itemId, status: "shipped" } });
  await add();
  const full = [...own.slice(0, 4), `/order-confirm?order=${line?.orderId}`, `/my-orders/${line?.orderId}/invoice`, "/", "/6"];
  for (const path of full) await checkAtBothWidths(page, path);

  for (const path of ["/profile", "/check-out"]) {
    await page.goto(path);
    await page.getByRole("button", { name: /^Edit Nila Raman/ }).click();
    await expect(page.getByRole("form", { name: "Edit address" })).toBeVisible();
    await check(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: /^Remove Nila Raman/ }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await check(page);
  }
  await arrive(page, "/my-orders?status=delivered");
  await check(page);
  await page.goto("/my-orders");
  await page.getByRole("button", { name: /^View Details/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page);
  await page.goto("/shopping-cart");
  await page.getByRole("button", { name: "One less" }).click();
  await expect(page.getByText("Quantity updated")).toBeVisible();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check(page);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeVisible();
  await check(page);
});

test("what opens on a page", async ({ page }) => {
  await page.goto("/products");
  await page.getByRole("button", { name: "All Categories" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All jewellery" })).toBeVisible();
  await check(page);
  await page.getByRole("combobox", { name: "Search the shop" }).fill("pa");
  await expect(page.getByRole("listbox")).toBeVisible();
  await check(page);
  await page.getByRole("button", { name: /^Quick view/ }).first().focus();
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
  await page.setViewportSize(hand);
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

test("a person's own colours leave every choice to be seen", async ({ page }) => {
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

test("the admin portal", async ({ page }) => {
  await checkAtBothWidths(page, "/admin/login");
  await signInAsAdmin(page);
  for (const path of ["/admin/dashboard", "/admin/order-management"]) await checkAtBothWidths(page, path);
});
