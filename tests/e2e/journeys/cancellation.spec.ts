// Cancelling items, with the shopper's page and the order board both open.

import type { Page } from "@playwright/test";
import { barriers } from "../accessibility";
import { call, orderCart } from "../client";
import { expect, signInAsAdmin, signUp, test } from "../shop";

/** Places an order of two pieces; returns its number. */
async function placeOrder(shopper: Page, customerId: number): Promise<string> {
  for (const productId of [3, 5]) {
    await call(shopper.request, "POST", "/cart/", {
      data: { customerId, productId, quantity: 1 },
    });
  }
  return String((await orderCart(shopper.request, customerId))[0]?.orderId);
}

const statusOf = (board: Page, order: string, item: number) =>
  board.getByRole("combobox", {
    name: `Status of item ${item} of order ${order}`,
  });

async function pack(board: Page, order: string, item: number): Promise<void> {
  await statusOf(board, order, item).click();
  await board.getByRole("option", { name: "Packed", exact: true }).click();
}

test("a shopper cancels while it is ordered; the board follows, and a packed piece explains itself", async ({
  openBrowser,
  page: board,
}) => {
  const shopper = await openBrowser();
  const { id } = await signUp(shopper);
  const order = await placeOrder(shopper, id);
  await shopper.goto("/my-orders");
  await signInAsAdmin(board);
  await board.goto(`/admin/order-management?search=${order}`);
  await expect(statusOf(board, order, 2)).toBeVisible();

  const card = shopper.getByRole("region", { name: `Order ${order}` });
  await card
    .getByRole("button", { name: /^Cancel item/ })
    .first()
    .click();
  const dialog = shopper.getByRole("dialog", { name: "Cancel this item?" });
  await expect(dialog.getByRole("button", { name: "Cancel item" })).toBeDisabled();
  await dialog.getByLabel("I found another piece").check();
  expect(await barriers(shopper)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel item" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.locator(".badge-st").first()).toHaveText("Cancelled");
  await expect(card.getByText("I found another piece")).toBeVisible();
  expect(await barriers(shopper)).toEqual([]);
  await expect(statusOf(board, order, 1)).toBeHidden();
  await expect(board.getByRole("row", { name: `item 1 of order ${order}` })).toContainText("Cancelled");

  // Staff pack the other piece while the dialog is open.
  await card.getByRole("button", { name: /^Cancel item/ }).click();
  await dialog.getByLabel("I ordered by mistake").check();
  await pack(board, order, 2);
  await expect(dialog.getByText(/^This item was packed on .* so it cannot be cancelled/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel item" })).toBeHidden();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(card.getByRole("button", { name: /^Cancel item/ })).toBeHidden();
});

test("an admin cancels what is packed and takes it back; the shopper sees both without a reload", async ({
  openBrowser,
  page: board,
}) => {
  const shopper = await openBrowser();
  const { id } = await signUp(shopper);
  const order = await placeOrder(shopper, id);
  await shopper.goto("/my-orders");
  const badge = shopper
    .getByRole("region", { name: `Order ${order}` })
    .locator(".badge-st")
    .first();
  await signInAsAdmin(board);
  await board.goto(`/admin/order-management?search=${order}`);
  await pack(board, order, 1);
  await expect(badge).toHaveText("Packed");

  await board
    .getByRole("button", { name: `Details of order ${order}` })
    .first()
    .click();
  const details = board.getByRole("dialog", { name: `Order ${order}` });
  await details.getByRole("button", { name: "Cancel items" }).click();
  const form = details.getByRole("region", { name: "Cancel items" });
  await form.getByRole("checkbox").first().check();
  await form.getByLabel("Reason, the shopper reads it").selectOption("The piece is damaged");
  expect(await barriers(board)).toEqual([]);
  await form.getByRole("button", { name: "Cancel 1 item" }).click();
  await expect(badge).toHaveText("Cancelled");
  await expect(shopper.getByText("The piece is damaged")).toBeVisible();

  await details.getByRole("button", { name: "Undo" }).click();
  await expect(badge).toHaveText("Packed");
  await expect(shopper.getByText("The piece is damaged")).toBeHidden();
});
