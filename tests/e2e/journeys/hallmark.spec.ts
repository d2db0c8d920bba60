// A hallmarked piece is packed with its HUID, which the shopper then sees without a reload.

import { barriers } from "../accessibility";
import { call, orderCart } from "../client";
import { expect, signInAsAdmin, signUp, test } from "../shop";

/** A product of the demo shop with a hallmark. */
const hallmarked = 8;

test("a scanner enters the HUID when a piece is packed; the shopper's page follows", async ({
  openBrowser,
  page: board,
}) => {
  const shopper = await openBrowser();
  const { id } = await signUp(shopper);
  await shopper.goto(`/${hallmarked}`);
  await expect(shopper.getByText("BIS hallmarked, 22K916")).toBeVisible();
  await shopper.getByRole("tab", { name: "Information" }).click();
  await expect(shopper.getByText("22K916, BIS")).toBeVisible();
  expect(await barriers(shopper)).toEqual([]);

  await call(shopper.request, "POST", "/cart/", { data: { customerId: id, productId: hallmarked, quantity: 2 } });
  const order = String((await orderCart(shopper.request, id))[0]?.orderId);
  await shopper.goto("/my-orders");
  const card = shopper.getByRole("region", { name: `Order ${order}` });
  await expect(card.getByText("Hallmark 22K916")).toBeVisible();

  await signInAsAdmin(board);
  await board.goto(`/admin/order-management?search=${order}`);
  const status = board.getByRole("combobox", { name: `Status of item 1 of order ${order}` });
  await status.click();
  await board.getByRole("option", { name: "Packed", exact: true }).click();
  await board.getByRole("button", { name: `Enter HUID of item 1 of order ${order}` }).click();
  const dialog = board.getByRole("dialog", { name: `HUID, order ${order}` });
  await expect(dialog.getByLabel("HUID of piece 1")).toBeFocused();
  expect(await barriers(board)).toEqual([]);
  const huids = [`Q${order.padStart(5, "0")}`, `R${order.padStart(5, "0")}`];
  await board.keyboard.type(huids[0] ?? "");
  await board.keyboard.press("Enter");
  await expect(dialog.getByLabel("HUID of piece 2")).toBeFocused();
  await board.keyboard.type((huids[1] ?? "").toLowerCase());
  await board.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(status).toHaveText("Packed");

  await expect(card.getByText(`HUID ${huids.join(", ")}`)).toBeVisible();
  await expect(card.locator(".badge-st")).toHaveText("Packed");
  expect(await barriers(shopper)).toEqual([]);
  await shopper.getByRole("button", { name: `View Details of order ${order}` }).click();
  await expect(shopper.getByRole("dialog").getByText(`HUID ${huids.join(", ")}`)).toBeVisible();
  await shopper.goto(`/my-orders/${order}/invoice`);
  await expect(shopper.getByText(huids.join(", "))).toBeVisible();
});
