// Several tabs of one browser share the session.

import { expect, shopper, signIn, signUp, test } from "../shop";

test("tabs follow each other's sign-in, cart, wishlist and sign-out, and store no secret", async ({
  browser,
  context,
  page: here,
}) => {
  // A new shopper, with an empty cart and wishlist.
  const elsewhere = await browser.newContext();
  const { email } = await signUp(await elsewhere.newPage(), "Tara Thomas");
  await elsewhere.close();
  const there = await context.newPage();
  await here.goto("/8");
  await there.goto("/login");
  await signIn(there, { email, password: shopper.password });
  const tools = here.getByRole("navigation", { name: "Your shop" });
  await expect(tools.getByRole("link", { name: "Tara" })).toBeVisible();

  const name = await here.getByRole("heading", { level: 1 }).innerText();
  const wish = there.getByRole("button", { name: `Wishlist, ${name}` }).first();
  await there.goto("/8");
  await there
    .getByRole("button", { name: `Add To Cart, ${name}` })
    .first()
    .click();
  await expect(here.getByRole("link", { name: "Go To Cart" }).first()).toBeVisible();
  await expect(tools.getByRole("link", { name: /Cart$/ })).toContainText("1");
  await wish.click();
  await expect(here.getByRole("button", { name: `Wishlist, ${name}` }).first()).toHaveAttribute("aria-pressed", "true");
  await expect(tools.getByRole("link", { name: /Wishlist$/ })).toContainText("1");

  const stored = await here.evaluate(() => ({ ...localStorage }));
  expect(Object.keys(stored)).toEqual(["persist:root"]);
  const root = JSON.parse(stored["persist:root"] as string);
  expect(Object.keys(JSON.parse(root.authUser)).sort()).toEqual(["email", "id", "name", "phone"]);
  expect(root.recentlySeen).toBe("[8]");
  const secrets = (await context.cookies()).map(({ value }) => value).filter((value) => value.length > 20);
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(JSON.stringify(stored)).not.toContain(secret);

  await here.goto("/shopping-cart");
  await here.getByRole("button", { name: `Remove ${name}` }).click();
  await here.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(there.getByRole("button", { name: `Add To Cart, ${name}` }).first()).toBeVisible();
  await wish.click();
  await expect(tools.getByRole("link", { name: /Wishlist$/ })).not.toContainText("1");

  await there.goto("/profile");
  await there.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(there).toHaveURL(/\/login$/);
  await expect(here).toHaveURL(/\/login\?next=%2Fshopping-cart$/);
  await expect.poll(() => here.evaluate(() => JSON.stringify(localStorage))).not.toContain(email);
});
