// A shopper's sessions that end while a page is open, and what was typed there.

import type { Page } from "@playwright/test";
import { call } from "../client";
import { drawn, expect, shopper, signUp, test } from "../shop";

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
}

test("after a session ends in a form, the sign-in says so and restores the entered text", async ({ page }) => {
  const { email } = await signUp(page, "Usha Pillai");
  await page.goto("/profile");
  // A request or a handshake that is still under way would find the end of the session before the form does.
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Edit your details" }).click();
  await page.getByLabel("Full name").fill("Usha P");
  await page.getByLabel("Email").fill("usha.p@shoppers.example");
  await page.getByLabel("Current password").fill(shopper.password);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await signIn(page, email, shopper.password);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText(/^What you had typed is here again\. Passwords/)).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Usha P");
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Profile updated")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Usha P", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Full name")).toBeHidden();
});

test("an unsaved address is restored after all sessions ended, for the same shopper only", async ({
  page,
  browser,
}) => {
  const { id, name, email, phone } = await signUp(page, "Wahida Khan");
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 8, quantity: 1 } });
  await page.goto("/check-out");
  await page.getByRole("textbox", { name: "Address" }).fill("7 Pantheon Road");
  await page.getByLabel("Country").selectOption("India");
  await page.getByLabel("State").selectOption("Tamil Nadu");

  const elsewhere = await browser.newContext();
  const data = { email, password: shopper.password };
  await call(elsewhere.request, "POST", "/customer/login/", { data });
  const changed = { name, email, phone, password: "Another@2026", currentPassword: shopper.password };
  await call(elsewhere.request, "POST", `/customer/?id=${id}`, { data: changed });
  await elsewhere.close();

  await expect(page).toHaveURL(/\/login\?next=%2Fcheck-out$/);
  await signIn(page, email, "Another@2026");
  await expect(page.getByText("What you had typed is here again.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("7 Pantheon Road");
  await page.getByLabel("City").selectOption("Chennai");
  await page.getByLabel("Zip code").fill("600008");

  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save Address" }).click();
  await expect(page.getByText("Your session has ended. Please sign in again.")).toBeVisible();
  await signIn(page, shopper.email, shopper.password);
  await expect(page).toHaveURL(/\/check-out$/);
  await expect(page.getByText("Login Successful").first()).toBeVisible();
  await expect(page.getByText(/^Failed/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Pantheon");
});

test("the sign-in says why a session ended elsewhere, also to a page that was left before it learned it", async ({
  page,
  browser,
}) => {
  const { id, name, email, phone } = await signUp(page, "Ragini Shah");
  await page.goto("/");
  await drawn(page);
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  // The server gives the reason and deletes the cookie, but the page does not receive the response before it is left.
  await page.route("**/api/customer/me/", (route) => route.fetch().then(() => route.abort()));
  const elsewhere = await browser.newContext();
  await call(elsewhere.request, "POST", "/customer/login/", { data: { email, password: shopper.password } });
  const changed = { name, email, phone, password: "Another@2026", currentPassword: shopper.password };
  await call(elsewhere.request, "POST", `/customer/?id=${id}`, { data: changed });
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.goto("/login");
  const why = page.getByText("Your password was changed. Your session has ended. Please sign in again.");
  await expect(why).toBeVisible();
  await page.reload();
  await expect(why).toBeVisible();
  await signIn(page, email, "Another@2026");
  await expect(page.getByText("Login Successful")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("main")).toBeFocused();

  const window = await page.context().newPage();
  await window.goto("/my-orders");
  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(window).toHaveURL(/\/login\?next=%2Fmy-orders$/);
  await expect(window.getByText("You signed out in another window.")).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toBeHidden();
  await elsewhere.close();
});
