// Rows of one order on the board, its payment after a cancellation, the claim of an order by its key, and the links from
// one order's page to the next.

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { claimed, partlyCancelled, serveMoney } from "@/app/admin/test/payments";

const rowOf = (piece: number) => screen.findByRole("row", { name: new RegExp(`Piece ${piece}\\b`) });

test("the second item of an order has only what is its own; of another order it has everything", async () => {
  serveOrders([
    order(1058, "Meera Joshi", [item(1, 1058), item(2, 1058, "packed")]),
    order(1057, "Arjun Nair", [item(3, 1057)]),
  ]);
  openAdmin(board);
  const first = within(await rowOf(1));
  expect(first.getByText("item 1 of 2")).toBeInTheDocument();
  expect(first.getByText("Meera Joshi")).toBeInTheDocument();
  expect(first.getByText("On delivery")).toBeInTheDocument();
  const second = within(await rowOf(2));
  expect(second.getByRole("button", { name: "Details of order 1058" }).parentElement).toHaveTextContent(
    "1058, item 2 of 2",
  );
  expect(second.getByRole("combobox", { name: "Status of item 2 of order 1058" })).toHaveTextContent("Packed");
  for (const repeated of ["Meera Joshi", "On delivery"]) expect(second.queryByText(repeated)).not.toBeInTheDocument();
  expect(within(await rowOf(3)).getByText("Arjun Nair")).toBeInTheDocument();
});

test("C in a row opens the claim, and C again confirms it once", async () => {
  const orders = [claimed(1058)];
  serveOrders(orders);
  const confirmed = serveMoney(orders);
  const { person } = openAdmin(board);
  (await screen.findByRole("combobox", { name: "Status of item 1 of order 1058" })).focus();
  await person.keyboard("c");
  const dialog = await screen.findByRole("dialog", { name: "Order 1058" });
  await within(dialog).findByRole("button", { name: "Confirm claim" });
  expect(within(dialog).queryByRole("textbox", { name: "Amount that arrived" })).not.toBeInTheDocument();
  expect(confirmed).toEqual([]);
  await person.keyboard("c");
  await waitFor(() => expect(confirmed).toEqual([{ orderId: 1058, version: 2, amount: 128_520 }]));
});

test("C only goes to the button where another order has the same reference", async () => {
  const orders = [claimed(1058, [1041])];
  serveOrders(orders);
  const confirmed = serveMoney(orders);
  const { person } = openAdmin("/admin/orders/1058");
  const button = await screen.findByRole("button", { name: "Confirm claim" });
  await person.keyboard("c");
  expect(button).toHaveFocus();
  expect(confirmed).toEqual([]);
  await person.keyboard("{Enter}");
  await waitFor(() => expect(confirmed).toHaveLength(1));
});

test("a transfer from before a cancellation is confirmed with the amount that arrived", async () => {
  const made = claimed(1058);
  const claim = { reference: "432110987654", amount: 100_000, at: new Date().toISOString() };
  const orders = [{ ...made, payment: { ...made.payment, amount: 128_520, due: 100_000, claim } }];
  serveOrders(orders);
  const confirmed = serveMoney(orders);
  const { person } = openAdmin("/admin/orders/1058");
  const amount = await screen.findByRole("textbox", { name: "Amount that arrived" });
  expect(amount).toHaveValue("100000");
  await person.clear(amount);
  await person.type(amount, "128521");
  await person.click(screen.getByRole("button", { name: "Confirm claim" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Write an amount from ₹1,00,000.00 to ₹1,28,520.00.");
  for (const wrong of ["1,2,8,520", "1e5", "128520.001"]) {
    await person.clear(amount);
    await person.type(amount, wrong);
    await person.click(screen.getByRole("button", { name: "Confirm claim" }));
  }
  expect(confirmed).toEqual([]);
  await person.clear(amount);
  await person.type(amount, "₹ 1,28,520.00");
  await person.click(screen.getByRole("button", { name: "Confirm claim" }));
  await waitFor(() => expect(confirmed).toEqual([{ orderId: 1058, version: 2, amount: 128_520 }]));
});

test("money on delivery is confirmed with the amount of the button, whatever is due by then", async () => {
  const made = order(1058, "Meera Joshi", [item(1, 1058)]);
  serveOrders([made]);
  const confirmed = serveMoney([made]);
  const { person } = openAdmin("/admin/orders/1058");
  await person.click(await screen.findByRole("button", { name: "Money received: ₹1,28,520.00" }));
  const { version } = made.payment;
  await waitFor(() => expect(confirmed).toEqual([{ orderId: 1058, version, amount: 128_520 }]));
});

test("the second claim of a reference is told at the first as well: on the board and on the open page", async () => {
  const [first, second] = [claimed(1057), order(1058, "Arjun Nair", [item(1058, 1058)])];
  serveOrders([second, first]);
  const { person, arrive } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: "Details of order 1057" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Order 1057" }));
  expect(dialog.getByText(/Not used before\./)).toBeInTheDocument();
  const { payment } = claimed(1058, [1057]);
  serveOrders([{ ...second, payment }, claimed(1057, [1058])]);
  arrive("payment.changed", { orderId: 1058, customerId: 7, kind: "claim", from: "due", payment });
  expect(await dialog.findByText("Used in order 1058 too.")).toBeInTheDocument();
  await person.keyboard("{Escape}");
  expect(await screen.findByText("used before in order 1058")).toBeInTheDocument();
});

test("what was written about one claim is not sent about the next", async () => {
  const order = claimed(1058);
  serveOrders([order]);
  const { person, arrive } = openAdmin("/admin/orders/1058");
  await person.click(await screen.findByRole("button", { name: "Reject" }));
  await person.type(screen.getByLabelText(/^Why was it not found/), "No such UTR");
  const claim = { reference: "551110987654", amount: 128_520, at: new Date(Date.now() + 60_000).toISOString() };
  const payment = { ...order.payment, version: 4, claim };
  serveOrders([{ ...order, payment }]);
  arrive("payment.changed", { orderId: 1058, customerId: 7, kind: "claim", from: "due", payment });
  expect(await screen.findByText("551110987654")).toBeInTheDocument();
  expect(screen.queryByLabelText(/^Why was it not found/)).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Reject" })).toBeInTheDocument();
});

test("from a row, J and K walk the pages of the board's orders", async () => {
  const orders = [1058, 1057, 1056].map((id) => order(id, "Meera Joshi", [item(id, id)]));
  serveOrders(orders);
  serveMoney(orders);
  const { person } = openAdmin(board);
  (await screen.findByRole("row", { name: /Piece 1057\b/ })).focus();
  await person.keyboard("{Enter}");
  await screen.findByRole("heading", { name: "Order 1057" });
  expect(screen.getByText(/2 of 3 on the board/)).toBeInTheDocument();
  await person.keyboard("j");
  await screen.findByRole("heading", { name: "Order 1056" });
  expect(screen.getByRole("button", { name: "Next order" })).toBeDisabled();
  await person.keyboard("k");
  await screen.findByRole("heading", { name: "Order 1057" });
  await person.keyboard("k");
  await screen.findByRole("heading", { name: "Order 1058" });
});

test.each(["table", "columns"])(
  "in the %s, Enter opens the order whose row J went to; Space opens its menu",
  async (view) => {
    const orders = [1058, 1057].map((id) => order(id, "Meera Joshi", [item(id, id)]));
    serveOrders(orders);
    serveMoney(orders);
    const { person } = openAdmin(`${board}?view=${view}`);
    await screen.findByRole("combobox", { name: / item 1 of order 1058$/ });
    await person.keyboard("jj");
    const menu = screen.getByRole("combobox", { name: / item 1 of order 1057$/ });
    expect(menu).toHaveFocus();
    await person.keyboard(" ");
    expect(menu).toHaveAttribute("aria-expanded", "true");
    await person.keyboard("{Enter}");
    expect(menu).toHaveAttribute("aria-expanded", "false");
    await person.keyboard("{Enter}");
    expect(await screen.findByRole("heading", { name: "Order 1057" })).toBeInTheDocument();
    const ofPage = await screen.findByRole("combobox", { name: "Status of item 1 of order 1057" });
    ofPage.focus();
    await person.keyboard("{Enter}");
    expect(ofPage).toHaveAttribute("aria-expanded", "true");
  },
);

test("after one of two items is cancelled, and after its undo, the row has what is to be collected", async () => {
  const before = order(1058, "Meera Joshi", [item(1, 1058), item(2, 1058)]);
  serveOrders([before]);
  const { arrive } = openAdmin(board);
  expect(
    within(await rowOf(1))
      .getByText("On delivery")
      .closest("td"),
  ).toHaveTextContent("₹2,57,040");
  serveOrders([partlyCancelled(before, { due: 128_520 })]);
  const change = changeOf(item(1, 1058), "cancelled", { changedBy: "Priya Menon", currentStatus: "ordered" });
  arrive("order.status_changed", change);
  await waitFor(async () => expect((await rowOf(1)).querySelector(".c-payment")).toHaveTextContent("₹1,28,520"));
  serveOrders([before]);
  const cancelled = { ...item(1, 1058, "cancelled"), version: 2 };
  arrive("order.status_changed", changeOf(cancelled, "ordered", { changedBy: "Priya Menon", undoes: 2 }));
  await waitFor(async () => expect((await rowOf(1)).querySelector(".c-payment")).toHaveTextContent("₹2,57,040"));
});

test("many cancellations at once refetch the list instead of each order", async () => {
  const orders = Array.from({ length: 12 }, (_, at) => {
    const id = 1000 + at;
    return order(id, "Meera Joshi", [item(2 * id, id), item(2 * id + 1, id)]);
  });
  serveOrders(orders);
  const { arrive } = openAdmin(board);
  expect((await rowOf(2022)).querySelector(".c-payment")).toHaveTextContent("₹2,57,040");
  const asked = serveOrders(orders.map((each) => partlyCancelled(each, { due: 128_520 })));
  for (const { items } of orders) {
    const [first] = items;
    if (first) arrive("order.status_changed", changeOf(first, "cancelled", { currentStatus: "ordered" }));
  }
  await waitFor(async () => expect((await rowOf(2022)).querySelector(".c-payment")).toHaveTextContent("₹1,28,520"));
  expect(asked.filter((query) => query.has("id"))).toEqual([]);
  expect(asked.filter((query) => query.get("limit") === "50" && !query.has("payment"))).toHaveLength(1);
});
