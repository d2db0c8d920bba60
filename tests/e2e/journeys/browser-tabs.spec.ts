// Several tabs of one browser share the session.

import { asVisited, expect, shopper, signIn, signUp, test } from "../shop";

test.use(asVisited);

test("tabs follow each other's sign-in, cart, wishlist and sign-out", async ({ browser, context, page: here }) => {
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

test("the stored session survives a reload and contains no secret", async ({ context, page }) => {
  await page.goto("/login?next=%2F5");
  await signIn(page, shopper);
  await expect(page.getByText("Price break-up")).toBeVisible();
  await page.goto("/8");
  await expect(page.getByText("Price break-up")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Your shop" }).getByRole("link", { name: "Asha" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Recently seen" })).toBeVisible();
  const keptAll = () => page.evaluate(() => ({ ...localStorage }));
  const rootOf = (kept: Record<string, string>) => JSON.parse(kept["persist:root"] as string);
  await expect.poll(async () => rootOf(await keptAll()).recentlySeen).toBe("[8,5]");
  const kept = await keptAll();
  expect(Object.keys(kept)).toEqual(["persist:root"]);
  expect(Object.keys(JSON.parse(rootOf(kept).authUser)).sort()).toEqual(["email", "id", "name", "phone"]);
  const secrets = (await context.cookies()).map(({ value }) => value).filter((value) => value.length > 20);
  expect(secrets.length).toBeGreaterThan(0);
  for (const secret of secrets) expect(JSON.stringify(kept)).not.toContain(secret);
});
