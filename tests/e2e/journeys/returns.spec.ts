// A return from the request to the refund, with the shopper's page and the queue of returns both open.

import { barriers } from "../accessibility";
import { call, orderCart } from "../client";
import { expect, signInAsAdmin, signUp, test } from "../shop";

/** The name of a row's button that opens the return. */
const number = /^R-\d+$/;

test("a shopper returns a piece; the queue follows, and every step of staff shows on the open page", async ({
  openBrowser,
  page: desk,
}) => {
  const shopper = await openBrowser();
  const { id: customerId, name } = await signUp(shopper);
  await call(shopper.request, "POST", "/cart/", { data: { customerId, productId: 3, quantity: 1 } });
  const [line] = await orderCart(shopper.request, customerId);
  await signInAsAdmin(desk);
  const status = { id: line?.itemId, status: "delivered" };
  await call(desk.request, "POST", "/order/?flag=updateStatus", { data: status });
  await call(desk.request, "POST", "/payment/confirm/", { data: { orderId: line?.orderId, version: 1 } });

  await desk.goto("/admin/returns");
  await expect(desk.getByRole("button", { name: /^Requested \d+$/ })).toBeVisible();
  await shopper.goto("/my-orders");
  const card = shopper.getByRole("region", { name: `Order ${line?.orderId}` });
  await card.getByRole("button", { name: /^Return, / }).click();
  const dialog = shopper.getByRole("dialog", { name: "Return this item" });
  await expect(dialog.getByRole("button", { name: "Request return" })).toBeDisabled();
  await dialog.getByLabel("It does not fit").check();
  await dialog.getByLabel("Anything we should know?").fill("One size larger would be right.");
  expect(await barriers(shopper)).toEqual([]);
  await dialog.getByRole("button", { name: "Request return" }).click();
  await expect(dialog).toBeHidden();
  const reached = card.getByRole("list", { name: "Return" }).locator("[aria-current=step]");
  await expect(reached).toContainText("Requested");
  await expect(card.getByRole("button", { name: /^Return, / })).toBeHidden();
  expect(await barriers(shopper)).toEqual([]);

  const row = desk
    .getByRole("row")
    .filter({ hasText: name })
    .filter({ hasText: `order ${line?.orderId}` });
  await expect(row).toContainText("It does not fit");
  expect(await barriers(desk)).toEqual([]);
  await row.getByRole("button", { name: number }).click();
  const details = desk.getByRole("dialog", { name: /^Return R-/ });
  await expect(details.getByText("One size larger would be right.")).toBeVisible();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("y");
  await expect(reached).toContainText("Approved");

  await details.getByLabel("Back into stock").check();
  expect(await barriers(desk)).toEqual([]);
  await details.getByRole("button", { name: "Mark received" }).click();
  await expect(reached).toContainText("Received");
  await expect(card.getByRole("button", { name: /^Withdraw return/ })).toBeHidden();

  await details.getByLabel("Reference of the transfer").fill("BANK0000000000017");
  expect(await barriers(desk)).toEqual([]);
  await details.getByRole("button", { name: /^Refund / }).click();
  await expect(reached).toContainText("Refunded");
  await expect(card.getByText(/was sent back to you\.$/)).toBeVisible();
  await expect(details.getByRole("region", { name: "History" }).locator("li.todo")).toHaveCount(0);
  expect(await barriers(desk)).toEqual([]);
  expect(await barriers(shopper)).toEqual([]);
});

test("on a wide page a return is decided beside the list, by keys alone", async ({ openBrowser }) => {
  const shopper = await openBrowser({ width: 1440, height: 900 });
  const desk = await openBrowser({ width: 1440, height: 900 });
  const { id: customerId } = await signUp(shopper, "Kavya Menon");
  await signInAsAdmin(desk);
  for (const productId of [4, 5]) {
    await call(shopper.request, "POST", "/cart/", { data: { customerId, productId, quantity: 1 } });
    const [line] = await orderCart(shopper.request, customerId);
    const status = { id: line?.itemId, status: "delivered" };
    await call(desk.request, "POST", "/order/?flag=updateStatus", { data: status });
    const wanted = { itemId: line?.itemId, quantity: 1, reason: "It does not fit", note: `About piece ${productId}.` };
    await call(shopper.request, "POST", "/return/", { data: wanted });
  }

  await desk.goto("/admin/returns?search=Kavya");
  const rows = desk.getByRole("table", { name: "Returns" }).locator("tbody tr");
  await expect(rows).toHaveCount(2);
  const pane = desk.getByRole("region", { name: /^Return R-/ });
  await expect(pane.getByText("About piece 4.")).toBeVisible();
  await desk.keyboard.press("j");
  await expect(pane.getByText("About piece 5.")).toBeVisible();
  await expect(rows.nth(1).getByRole("button", { name: number })).toBeFocused();
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("k");
  await expect(pane.getByText("About piece 4.")).toBeVisible();

  await desk.keyboard.press("y");
  await expect(rows).toHaveCount(1);
  await expect(pane.getByRole("button", { name: "Mark received" })).toBeVisible();
  await expect(rows.first().getByRole("button", { name: number })).toBeFocused();
  await desk.keyboard.press("y");
  await desk.keyboard.press("Enter");
  await expect(pane.getByText("About piece 5.")).toBeVisible();
  await desk.keyboard.press("d");
  await desk.keyboard.type("Joy: it was worn daily.");
  expect(await barriers(desk)).toEqual([]);
  await desk.keyboard.press("Tab");
  await desk.keyboard.press("Tab");
  await desk.keyboard.press("Enter");
  await expect(pane.getByText("Joy: it was worn daily.")).toBeVisible();
  await expect(rows).toHaveCount(0);

  // Where rows are cards, the bar of a late return is beside the whole card.
  await desk.setViewportSize({ width: 1024, height: 900 });
  await desk.goto("/admin/returns");
  const late = desk.locator("tr.islate").first();
  await expect(late).toHaveCSS("box-shadow", /inset/);
  await expect(late.locator("td").first()).toHaveCSS("box-shadow", "none");

  await desk.keyboard.press("?");
  const keys = desk.getByRole("dialog", { name: "Keys" }).getByRole("region", { name: "Returns" });
  await expect(keys).toContainText("Approve the open return");
});
