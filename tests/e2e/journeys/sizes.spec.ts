// A size from the page of a product to My Orders, at both widths.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { addProduct, changeProduct, orderCart } from "../client";
import { expect, signUp, test } from "../shop";

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const sizes = [
  { label: "12", weight: 2, stockQuantity: 4, isDefault: true },
  { label: "14", weight: 2.5, makingCharge: 3000, stockQuantity: 2 },
  { label: "16", weight: 3, stockQuantity: 0 },
];

async function check(page: Page): Promise<void> {
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    expect(await barriers(page), `at ${viewport.width} px`).toEqual([]);
  }
}

test("a size is chosen, changed in the cart and ordered, on a desktop and on a phone", async ({ page, shopkeeper }) => {
  await page.setViewportSize(desktop);
  const title = "Sized Ring";
  const ring = await addProduct(shopkeeper, 1, {
    ...{ code: "SZ-ordered", name: title, makingCharge: "2000", discount: "0" },
    sizes: JSON.stringify(sizes),
  });
  const { id } = await signUp(page, "Sita Nair");
  await page.goto(`/${ring.id}`);
  const choice = page.getByRole("group", { name: /^Size 12/ });
  await expect(choice).toBeVisible();
  await check(page);
  await page.setViewportSize(desktop);
  const price = page.locator(".pricebox .bigprice");
  const before = await price.innerText();

  // By keyboard: the price and the weight follow at once.
  await choice.getByRole("radio", { name: "12" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "14" })).toBeChecked();
  await expect(price).not.toHaveText(before);
  await expect(page.getByRole("main")).toContainText("2.50 gm");
  const left = page.getByText("Only 2 left").filter({ visible: true }).first();
  const add = page.getByRole("button", { name: `Add To Cart, ${title}` }).filter({ visible: true });
  // On a phone the buttons stand in the bar below.
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await expect(left).toBeVisible();
    await expect(add.first()).toBeEnabled();
  }
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Out of stock in this size")).toBeVisible();
  const waiting = page.getByRole("region", { name: "Out of stock" });
  const notify = page.getByRole("button", { name: `Notify me, ${title}, size 16` }).filter({ visible: true });
  await expect(notify.first()).toBeVisible();
  await page.setViewportSize(phone);
  await notify.first().click();
  await expect(waiting.getByText("We will write to you.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "16" })).toBeChecked();
  await expect(waiting.getByText("We will write to you.")).toBeVisible();
  await check(page);
  await page.getByRole("radio", { name: "16" }).focus();
  await page.keyboard.press("ArrowLeft");

  // The sizes of an open page follow a change of the product.
  const refilled = sizes.map((size) => ({ ...size, stockQuantity: 5 }));
  await changeProduct(shopkeeper, ring.id, { sizes: JSON.stringify(refilled) });
  await expect(page.getByRole("radio", { name: "16, out of stock" })).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "14" })).toBeChecked();

  await add.first().click();
  await expect(page.getByText("Product added to cart")).toBeVisible();
  await page.goto("/shopping-cart");
  const select = page.getByLabel(`Size of ${title}`);
  await expect(select).toHaveValue("14");
  await select.selectOption("16");
  await expect(page.getByText("Size changed")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("3.00 gm");
  await check(page);

  const [line] = await orderCart(page.request, id);
  await page.goto(`/order-confirm?order=${line?.orderId}`);
  await expect(page.getByRole("main")).toContainText(`${title}, size 16`);
  await page.goto("/my-orders");
  await expect(page.getByRole("region", { name: `Order ${line?.orderId}` })).toContainText("size 16");
  await check(page);
  await page.goto(`/my-orders/${line?.orderId}/invoice`);
  await expect(page.getByRole("article")).toContainText(`${title}, size 16`);
});
