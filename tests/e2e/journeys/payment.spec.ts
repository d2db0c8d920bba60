// Payment in advance: online on the page of the demo provider, and by UPI with a claim that staff confirm.

import type { Page } from "@playwright/test";
import { call } from "../client";
import { admin, drawn, expect, type Person, paymentsShop, shopper, test } from "../shop";

/** Signs in the demo's shopper, puts a product into the cart and opens the checkout. */
async function openCheckout(page: Page) {
  const person = await call<Person>(page.request, "POST", "/customer/login/", { data: shopper });
  const { id, name, email, phone } = person;
  const authUser = { id, name, email, phone };
  await page.addInitScript(
    (user) => localStorage.setItem("persist:root", JSON.stringify({ authUser: user })),
    authUser,
  );
  const path = "/product/customer/?categoryId=2&sort=priceAsc&limit=1";
  const [cheapest] = await call<{ id: number }[]>(page.request, "GET", path);
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: cheapest?.id, quantity: 1 } });
  await page.goto("/check-out");
  await drawn(page);
}

test.use({ ownContext: true, baseURL: paymentsShop() });

test("an order is paid online at the demo provider and the page shows it", async ({ page }) => {
  await openCheckout(page);
  await page.getByRole("radio", { name: /^Pay online/ }).check();
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page.getByRole("heading", { name: "Demo payment provider" })).toBeVisible();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/my-orders\/\d+\/pay|\/order-confirm/);
  await expect(page).toHaveURL(/\/order-confirm/);
  await expect(page.getByText("Payment received", { exact: true })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Paid online");
});

test("a claim by UPI shows as received when staff confirm it", async ({ page, playwright, baseURL }) => {
  await openCheckout(page);
  await page.getByRole("radio", { name: /^UPI/ }).check();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/my-orders\/\d+\/pay/);
  const orderId = Number(new URL(page.url()).pathname.split("/")[2]);
  await page.getByRole("textbox", { name: /UTR/ }).fill("4000 0000 0001");
  await page.getByRole("button", { name: /paid/i }).click();
  await expect(page.getByRole("heading", { name: "We are checking your payment" })).toBeVisible();
  const staff = await playwright.request.newContext({ baseURL });
  await call(staff, "POST", "/admin/login/", { data: admin });
  await call(staff, "POST", "/payment/confirm/", { data: { orderId, version: 2 } });
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await expect(page).toHaveURL(/\/order-confirm/);
  await staff.dispose();
});
