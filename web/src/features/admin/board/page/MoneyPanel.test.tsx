import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { partlyCancelled, serveMoney } from "@/app/admin/test/payments";
import type { Order } from "@/shared/api/types";
import { answer, refusal, server } from "@/shared/test/server";

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
