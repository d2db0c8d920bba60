// A shopper's account: password, addresses, and sessions that end while a page is open.

import type { Page, Route } from "@playwright/test";
import { call } from "../client";
import { drawn, expect, shopper, signUp, test } from "../shop";

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.locator("form").getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a new password requires the current one, and signs in from then on", async ({ page }) => {
  const { email } = await signUp(page, "Tara Iyer");
  await page.goto("/profile");
  await page.getByRole("button", { name: "Change your password" }).click();
  await page.getByLabel("New password").fill("Another@2026");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Please enter your current password")).toBeVisible();
  await page.getByLabel("Current password").fill("Wrong@2026");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("The current password is not right.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Current password").fill(shopper.password);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toBeHidden();
  await signIn(page, email, "Another@2026");
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("main")).toBeFocused();
});

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

test("an address is added, edited and removed in the profile and at the checkout, and orders keep theirs", async ({
  page,
}) => {
  const { id } = await signUp(page, "Devi Nair");
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 8, quantity: 1 } });
  const book = page.getByRole("region", { name: /^(Saved addresses|Shipping address)$/ });
  const add = async (street: string) => {
    await page.getByRole("button", { name: "Add a new address" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill(street);
    await page.getByLabel("Country").selectOption("India");
    await page.getByLabel("State").selectOption("Kerala");
    await page.getByLabel("City").selectOption("Kochi");
    await page.getByLabel("Zip code").fill("682001");
    await page.getByRole("button", { name: "Save Address" }).click();
    await expect(book.getByRole("form")).toBeHidden();
  };
  const move = async (street: string, to: string) => {
    await page.getByRole("button", { name: `Edit Devi Nair, ${street}` }).click();
    await expect(page.getByLabel("First name")).toBeFocused();
    await expect(page.getByLabel("City")).toHaveValue("Kochi");
    await page.getByRole("textbox", { name: "Address" }).fill(to);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("button", { name: `Edit Devi Nair, ${to}` })).toBeFocused();
  };
  const remove = async (street: string) => {
    await page.getByRole("button", { name: `Remove Devi Nair, ${street}` }).click();
    await expect(page.getByRole("dialog")).toContainText(`remove the address ${street}, Kochi?`);
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(book).not.toContainText(street);
  };

  await page.goto("/profile");
  await expect(page.getByText("No saved addresses")).toBeVisible();
  await add("1 Temple Road");
  await add("2 Temple Road");
  await move("1 Temple Road", "1 Harbour Road");
  await remove("2 Temple Road");
  await page.reload();
  await expect(book).toContainText("1 Harbour Road");
  await expect(book).not.toContainText("Temple");

  await page.goto("/check-out");
  await add("3 Temple Road");
  await expect(page.getByRole("radio", { name: /3 Temple/ })).toBeChecked();
  await page.getByRole("radio", { name: /Harbour/ }).check();
  await move("3 Temple Road", "3 Harbour Road");
  await expect(page.getByRole("radio", { name: /1 Harbour/ })).toBeChecked();
  await remove("3 Harbour Road");
  await expect(page.getByRole("radio", { name: /1 Harbour/ })).toBeChecked();
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/order-confirm\?order=\d+$/);

  await page.goto("/profile");
  await remove("1 Harbour Road");
  await expect(page.getByText("No saved addresses")).toBeVisible();
  await page.goto("/my-orders");
  await page.getByRole("button", { name: "View Details" }).click();
  await expect(page.getByRole("dialog")).toContainText("1 Harbour Road");
});

test("an address without spaces stays inside its card and the order's details", async ({ page }) => {
  const { id } = await signUp(page, "Vani 👑 مريم");
  const place = { address: "Ω".repeat(300), city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  await call(page.request, "POST", "/address/", { data: { ...place, customerId: id, name: "Vani 👑 مريم" } });
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 8, quantity: 1 } });
  await page.goto("/check-out");
  const summary = await page.getByRole("heading", { name: "Order summary" }).boundingBox();
  const card = await page.locator("label").filter({ hasText: "ΩΩΩ" }).boundingBox();
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThan(summary?.x ?? 0);
  await page.getByRole("button", { name: "Place Order" }).dblclick();
  await expect(page).toHaveURL(/\/order-confirm\?order=\d+$/);
  await page.goto("/my-orders");
  await page.getByRole("button", { name: "View Details" }).click();
  const sheet = page.getByRole("dialog");
  const [outer, inner] = [await sheet.boundingBox(), await sheet.getByText(/^Delivering to/).boundingBox()];
  expect(inner?.x).toBeGreaterThan(outer?.x ?? 0);
});

test("a page that is left before it learns why its session ended says so after it is loaded again", async ({
  page,
  browser,
}) => {
  const { id, name, email, phone } = await signUp(page, "Sarayu Bhat");
  await page.goto("/");
  await drawn(page);
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
  // The server handles the request, but the page does not receive the response.
  await page.route("**/api/customer/me/", (route) => route.fetch().then(() => route.abort()));
  const elsewhere = await browser.newContext();
  await call(elsewhere.request, "POST", "/customer/login/", { data: { email, password: shopper.password } });
  const changed = { name, email, phone, password: "Another@2026", currentPassword: shopper.password };
  await call(elsewhere.request, "POST", `/customer/?id=${id}`, { data: changed });
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await page.goto("/login");
  await expect(
    page.getByText("Your password was changed. Your session has ended. Please sign in again."),
  ).toBeVisible();
  await elsewhere.close();
});

test("the sign-in says why a session ended elsewhere", async ({ page, browser }) => {
  const { id, name, email, phone } = await signUp(page, "Ragini Shah");
  await page.goto("/");
  await drawn(page);
  // The first response that gives the reason deletes the cookie, and the page does not receive it.
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/api/customer/me/", lose, { times: 1 });
  const elsewhere = await browser.newContext();
  await call(elsewhere.request, "POST", "/customer/login/", { data: { email, password: shopper.password } });
  const changed = { name, email, phone, password: "Another@2026", currentPassword: shopper.password };
  await call(elsewhere.request, "POST", `/customer/?id=${id}`, { data: changed });
  // The page learns it over its socket; the sign-in page still shows the reason after a reload.
  await page.getByRole("link", { name: "Sign in" }).first().click();
  const why = page.getByText("Your password was changed. Your session has ended. Please sign in again.");
  await expect(why).toBeVisible();
  await page.reload();
  await expect(why).toBeVisible();
  await signIn(page, email, "Another@2026");
  await expect(page.getByText("Login Successful")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  const window = await page.context().newPage();
  await window.goto("/my-orders");
  await page.goto("/profile");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(window).toHaveURL(/\/login\?next=%2Fmy-orders$/);
  await expect(window.getByText("You signed out in another window.")).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toBeHidden();
  await elsewhere.close();
});
