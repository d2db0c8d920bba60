// Rows of one order on the board, its payment after a cancellation, the claim of an order by its key, and the links from
// one order's page to the next.

import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { Order } from "@/shared/api/types";
import { answer, refusal, server } from "@/shared/test/server";

const rowOf = (piece: number) => screen.findByRole("row", { name: new RegExp(`Piece ${piece}\\b`) });

function claimed(id: number, usedIn: number[] = []): Order {
  const made = order(id, "Meera Joshi", [item(id, id)]);
  const claim = { reference: "432110987654", amount: 128_520, at: new Date().toISOString() };
  return { ...made, payment: { ...made.payment, method: "upi", status: "claimed", version: 2, claim, usedIn } };
}

/** Serves the payments of orders, and returns the confirmed ones. */
function serveMoney(orders: Order[]) {
  const confirmed: unknown[] = [];
  server.use(
    http.post("*/api/payment/confirm/", async ({ request }) => {
      const body = (await request.json()) as { orderId: number };
      confirmed.push(body);
      const before = orders.find(({ id }) => id === body.orderId) as Order;
      const payment = { ...before.payment, status: "paid", version: 3, paid: 128_520, due: 0 };
      return answer({ orderId: body.orderId, customerId: 7, kind: "payment", from: "claimed", payment } as never);
    }),
  );
  return confirmed;
}

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

/** The order after the cancellation of its first item. */
function partlyCancelled(before: Order, payment: Partial<Order["payment"]>): Order {
  const [first, ...others] = before.items;
  const cancelled = { ...item(first?.itemId ?? 0, before.id, "cancelled"), version: 2 };
  return { ...before, items: [cancelled, ...others], payment: { ...before.payment, ...payment } };
}

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

test("the order's page says what is to be refunded of a cancelled item", async () => {
  const made = order(1058, "Meera Joshi", [item(1, 1058), item(2, 1058)]);
  const before: Order = { ...made, payment: { ...made.payment, method: "upi", status: "paid", paid: 257_040, due: 0 } };
  serveOrders([before]);
  const { arrive } = openAdmin("/admin/orders/1058");
  await screen.findByRole("heading", { name: "Order 1058" });
  expect(screen.queryByText("To be refunded")).not.toBeInTheDocument();
  serveOrders([partlyCancelled(before, { refundDue: 128_520 })]);
  arrive("order.status_changed", changeOf(item(1, 1058), "cancelled", { currentStatus: "ordered" }));
  expect((await screen.findByText("To be refunded")).parentElement).toHaveTextContent("₹1,28,520");
});

test("the money of the order's page has what was returned, beside what was refunded without a return", async () => {
  const made = order(1058, "Meera Joshi", [item(1, 1058, "delivered"), item(2, 1058, "delivered")]);
  const sent = { refunded: 129_020, refundPending: 500 };
  const paid = { method: "upi", status: "part_refunded", paid: 257_040, ...sent, due: 0 } as const;
  serveOrders([{ ...made, payment: { ...made.payment, ...paid } }]);
  const refund = (version: number, amount: number, returnId: number | null) => ({
    ...{ version, kind: "refund", from: "paid", to: "part_refunded", method: "upi", amount, reference: "N1", returnId },
    ...{ reason: "Returned", itemIds: null, who: "Farah Khan", byStaff: true, at: new Date().toISOString() },
  });
  server.use(http.get("*/api/payment/", () => answer([refund(3, 128_520, 4), refund(4, 500, null)])));
  openAdmin("/admin/orders/1058");
  const money = await screen.findByRole("region", { name: "Money" });
  expect((await within(money).findByText("Returned")).parentElement).toHaveTextContent("−₹1,28,520.00");
  // They add up to what is due.
  expect([...money.querySelectorAll(".sums dd")].map(({ textContent }) => textContent)).toEqual([
    "₹2,57,040.00",
    "−₹1,28,520.00",
    "−₹2,57,040.00",
    "₹1,29,020.00",
    "−₹500.00",
    "₹0.00",
  ]);
  expect(within(money).getByText("Refunded").parentElement).toHaveTextContent("₹1,29,020");
  expect(within(money).getByText("Refunded beyond what was owed").parentElement).toHaveTextContent("−₹500.00");
  expect(within(money).getByText("To be sent by the provider: ₹500.00")).toBeInTheDocument();
});

test("money that went back before its piece counts for the return that was closed", async () => {
  const made = order(1058, "Meera Joshi", [item(1, 1058, "delivered"), item(2, 1058, "delivered")]);
  const paid = { method: "upi", status: "part_refunded", paid: 257_040, refunded: 128_520, due: 0 } as const;
  serveOrders([{ ...made, payment: { ...made.payment, ...paid } }]);
  const entry = (version: number, kind: string, from: string, returnId: number | null) => ({
    ...{ version, kind, from, to: "part_refunded", method: "upi", amount: 128_520, reference: null, returnId },
    ...{ reason: null, itemIds: null, who: "Farah Khan", byStaff: true, at: new Date().toISOString() },
  });
  const entries = [entry(3, "refund", "paid", null), entry(4, "return_closed", "part_refunded", 4)];
  server.use(http.get("*/api/payment/", () => answer(entries)));
  openAdmin("/admin/orders/1058");
  const money = await screen.findByRole("region", { name: "Money" });
  expect((await within(money).findByText("Returned")).parentElement).toHaveTextContent("−₹1,28,520.00");
  expect(within(money).queryByText("Refunded beyond what was owed")).not.toBeInTheDocument();
});

test.each([
  ["ordered", "Reference SW1058. Unpaid, it is cancelled on 3 Dec 2026, 7:51 pm."],
  ["shipped", "Reference SW1058. Not paid yet."],
] as const)("an unpaid order that staff have begun with is not told to be cancelled: %s", async (status, sentence) => {
  const made = order(1058, "Meera Joshi", [item(1, 1058, status), item(2, 1058, "cancelled")]);
  const due = { method: "bank", reference: "SW1058", expiresAt: "2026-12-03T14:21:00.000Z" } as const;
  serveOrders([{ ...made, payment: { ...made.payment, ...due } }]);
  openAdmin("/admin/orders/1058");
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test("money for pieces that came back unpaid is noted with the amount that came", async () => {
  const made = order(1058, "Meera Joshi", [item(1, 1058, "delivered")]);
  const orders: Order[] = [
    { ...made, payment: { ...made.payment, method: "cod", amount: 128_520, due: 0, version: 2 } },
  ];
  serveOrders(orders);
  const confirmed = serveMoney(orders);
  const closed = {
    ...{ version: 2, kind: "return_closed", from: "due", to: "due", method: "cod", amount: 128_520, reference: null },
    ...{ returnId: 4, reason: null, itemIds: null, who: "Farah Khan", byStaff: true, at: new Date().toISOString() },
  };
  server.use(http.get("*/api/payment/", () => answer([closed])));
  const { person } = openAdmin("/admin/orders/1058");
  const money = within(await screen.findByRole("region", { name: "Money" }));
  expect((await money.findByText("Returned")).parentElement).toHaveTextContent("−₹1,28,520.00");
  expect(money.getByText("Nothing due")).toBeInTheDocument();
  expect(money.queryByText("On delivery")).not.toBeInTheDocument();
  await person.click(money.getByRole("button", { name: "Money received:" }));
  expect(money.getByRole("alert")).toHaveTextContent("Write an amount from ₹0.01 to ₹1,28,520.00.");
  await person.type(money.getByRole("textbox", { name: "Amount that arrived" }), "128520");
  await person.click(money.getByRole("button", { name: "Money received: ₹1,28,520.00" }));
  await waitFor(() => expect(confirmed).toEqual([{ orderId: 1058, version: 2, amount: 128_520 }]));
});

test.each([
  [0, []],
  [500, ["Refund"]],
])("while a received return waits for its refund, only the other %i owed can go back", async (refundDue, buttons) => {
  const made = order(1058, "Meera Joshi", [item(1, 1058, "delivered")]);
  const paid = { method: "upi", status: "paid", paid: 128_520, due: 0, refundDue } as const;
  serveOrders([{ ...made, payment: { ...made.payment, ...paid } }]);
  const returned = { orderId: 1058, itemId: 1, productName: "Piece 1", amount: 128_520, history: [] };
  server.use(
    http.get("*/api/return/", ({ request }) =>
      // The bare number is also searched in the names of products and customers.
      new URL(request.url).searchParams.get("search") === "#1058"
        ? answer([
            { ...returned, id: 5, status: "declined" },
            { ...returned, id: 4, status: "received" },
          ] as never)
        : answer([]),
    ),
  );
  const { person } = openAdmin("/admin/orders/1058");
  const money = await screen.findByRole("region", { name: "Money" });
  const link = await within(money).findByRole("link", { name: "Pay it back under Returns." });
  expect(link.parentElement).toHaveTextContent("R-4 waits for its refund.");
  expect(link).toHaveAttribute("href", "/admin/returns?return=4");
  const refunds = within(money).queryAllByRole("button", { name: "Refund" });
  expect(refunds.map(({ textContent }) => textContent)).toEqual(buttons);
  for (const button of refunds) {
    await person.click(button);
    const amount = within(money).getByRole("textbox", { name: "Amount" });
    expect(amount).toHaveValue("500");
    await person.clear(amount);
    await person.type(amount, "501");
    await person.click(within(money).getByRole("button", { name: "Refund ₹501.00" }));
    expect(within(money).getByRole("alert")).toHaveTextContent("Write an amount from 0.01 to ₹500.00.");
  }
});

test("no refund is offered before the returns of a delivered order are read", async () => {
  const made = order(1058, "Meera Joshi", [item(1, 1058, "delivered")]);
  serveOrders([
    { ...made, payment: { ...made.payment, method: "upi", status: "paid", paid: 128_520, due: 0, version: 2 } },
  ]);
  let tries = 0;
  server.use(
    http.get("*/api/return/", () => {
      tries += 1;
      return tries === 1 ? refusal(503, "Not now.") : answer([]);
    }),
  );
  const { arrive } = openAdmin("/admin/orders/1058");
  const money = await screen.findByRole("region", { name: "Money" });
  await waitFor(() => expect(tries).toBe(1));
  expect(within(money).queryByRole("button", { name: "Refund" })).not.toBeInTheDocument();
  arrive("return.changed", { id: 4, orderId: 1058 });
  expect(await within(money).findByRole("button", { name: "Refund" })).toBeInTheDocument();
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
