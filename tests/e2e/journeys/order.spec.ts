// The purchase: sign-up, cart, checkout, the order on the board, its mail and its invoice.

import { addProduct, call, changeProduct, orderCart } from "../client";
import { mailsTo } from "../mails";
import { asVisited, expect, signInAsAdmin, signUp, test } from "../shop";

const newcomer = { name: "Revathi Menon", email: `revathi.${Date.now()}@shoppers.example`, phone: "+91 98400 11122" };

test.describe("as a visitor", () => {
  test.use(asVisited);

  test("a new shopper's order appears on the open board", async ({ openBrowser, page }) => {
    const board = await openBrowser();
    await signInAsAdmin(board);
    await board.goto("/admin/order-management");
    await expect(board.getByRole("heading", { name: "Order Management" })).toBeVisible();

    await page.goto("/products?categoryId=2");
    await page.getByRole("link", { name: "Rangmahal Jhumka" }).first().click();
    await page.getByRole("button", { name: /^Add To Cart, Rangmahal Jhumka/ }).click();
    await expect(page).toHaveURL(/\/login/);
    await page
      .getByRole("tab", { name: "Register" })
      .or(page.getByRole("button", { name: "Register" }))
      .first()
      .click();
    await page.getByLabel(/full name/i).fill(newcomer.name);
    await page.getByLabel(/phone/i).fill(newcomer.phone);
    await page.getByLabel(/^email/i).fill(newcomer.email);
    await page.getByLabel("Password", { exact: true }).fill("Shopper@2026");
    await page
      .getByRole("button", { name: /create|register|sign up/i })
      .last()
      .click();
    await expect(page.getByText("Register Successfully")).toBeVisible();

    // The action that required the sign-in is carried out after it.
    await expect(page.getByText("Product added to cart")).toBeVisible();
    await page.goto("/check-out");
    await page.getByLabel("First name").fill("Revathi");
    await page.getByLabel("Last name").fill("Menon");
    await page.getByLabel("Country").selectOption("India");
    await page.getByLabel("State").selectOption("Kerala");
    await page.getByLabel("City").selectOption({ index: 1 });
    await page.getByLabel("Zip code").fill("682001");
    await page.getByLabel("Address", { exact: true }).fill("7 Lake View Road");
    await page.getByRole("button", { name: /save/i }).click();
    await expect(page.getByText("Address saved successfully!")).toBeVisible();
    await page.getByRole("textbox", { name: "PAN" }).fill("ABCDE1234F"); // the law requires it above a limit
    await page.getByRole("button", { name: "Place Order" }).dblclick();
    await expect(page).toHaveURL(/\/order-confirm/);
    const number = (await page.getByRole("heading", { name: /^Order \d+$/ }).innerText()).replace(/\D/g, "");

    await expect(board.getByRole("button", { name: `Details of order ${number}` })).toBeVisible();
    await expect(board.getByRole("row").filter({ hasText: newcomer.name })).toHaveCount(1);
    await page.goto("/my-orders");
    await expect(page.getByRole("region", { name: `Order ${number}` })).toContainText("Rangmahal Jhumka");
    await page.goto("/shopping-cart");
    await expect(page.getByText("Your Shopping Cart is Empty!")).toBeVisible();
    await expect
      .poll(() => subjectsTo(newcomer.email))
      .toEqual(expect.arrayContaining(["Welcome to Swarna", `Your order ${number} at Swarna`]));
  });
});

test("an invoice prints without header and footer, and only its shopper can open it", async ({ context, page }) => {
  const { id, name } = await signUp(page, "Uma Pillai");
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId: 6, quantity: 2 } });
  const [line] = await orderCart(page.request, id);
  await page.goto("/my-orders");
  await page.getByRole("link", { name: `Invoice of order ${line?.orderId}` }).click();
  const sheet = page.getByRole("article", { name: `Invoice ${line?.orderId}` });
  await expect(sheet).toContainText(name);
  await expect(sheet.getByRole("row", { name: /^Total/ })).toContainText(/₹[\d,]+\.00/);
  await expect(sheet.getByText(`Invoice of order ${line?.orderId}`)).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(sheet).toBeVisible();
  // On each sheet of paper: the number, in the head of the table. On the last one alone: the total.
  await expect(sheet.locator("thead").getByText(`Invoice of order ${line?.orderId}`)).toBeVisible();
  await expect(sheet.locator("thead")).toHaveCSS("display", "table-header-group");
  await expect(sheet.locator("tfoot")).toHaveCSS("display", "table-row-group");
  for (const around of ["banner", "contentinfo"] as const) await expect(page.getByRole(around)).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();

  const address = page.url();
  await context.clearCookies();
  await signUp(page, "Vani Das");
  await page.emulateMedia({ media: "screen" });
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "This page is not in the shop" })).toBeVisible();
});

test("a long name or address without spaces and a very large amount fit into each page", async ({
  page,
  shopkeeper,
}) => {
  const name = "Navaratnakasumalaivaddanambridalset".repeat(2);
  const change = { code: `WIDE-${Date.now()}`, name, weight: "9876.543", makingCharge: "4561234" };
  const { id: productId } = await addProduct(shopkeeper, 6, change);
  const { id } = await signUp(page, "Ila Bose");
  await call(page.request, "POST", "/cart/", { data: { customerId: id, productId, quantity: 10 } });
  const place = { address: "Ω".repeat(300), city: "Kochi", state: "Kerala", country: "India", zipCode: "682001" };
  const person = { customerId: id, name: "Vani 👑 مريم" };
  const { id: addressId } = await call<{ id: number }>(page.request, "POST", "/address/", {
    data: { ...place, ...person },
  });
  const within = async (path: string) => {
    await page.goto(path);
    await expect(page.getByText(name).first()).toBeVisible();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wider = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll("main *, dialog *")]
          .filter((each) => !each.closest(".order-states")) // it has its own scroll bar
          .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 1)
          .map((each) => each.className || each.tagName),
      );
      expect.soft(wider, `${path} at ${width} px`).toEqual([]);
    }
  };
  for (const path of [`/${productId}`, "/shopping-cart", "/check-out"]) await within(path);
  const summary = await page.getByRole("heading", { name: "Order summary" }).boundingBox();
  const card = await page.locator("label").filter({ hasText: "ΩΩΩ" }).boundingBox();
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThan(summary?.x ?? 0);
  const [line] = await orderCart(page.request, id, { addressId });
  await changeProduct(shopkeeper, productId, { status: "in active" });
  const paths = ["/my-orders", `/my-orders/${line?.orderId}/invoice`, `/order-confirm?order=${line?.orderId}`];
  for (const path of paths) await within(path);
  await page.goto("/my-orders");
  await page.getByRole("button", { name: "View Details" }).click();
  const sheet = page.getByRole("dialog");
  const [outer, inner] = [await sheet.boundingBox(), await sheet.getByText(/^Delivering to/).boundingBox()];
  expect(inner?.x).toBeGreaterThan(outer?.x ?? 0);
});

async function subjectsTo(address: string): Promise<string[]> {
  return (await mailsTo(address)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? "");
}
