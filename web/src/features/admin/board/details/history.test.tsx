// The assignments of an order, its couriers and the mails about it, on its page and in its details, updated live.

import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { board, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { ledgerOf } from "@/features/admin/board/page/ledger";
import type { OrderHistory } from "@/shared/admin/orders/orderHistoryApi";
import type { PaymentEntry } from "@/shared/admin/orders/paymentsApi";
import { answer, refusal, server } from "@/shared/test/server";
import { historyOf, staffHistoryOf } from "./history";

const meera = order(1058, "Meera Joshi", [item(1, 1058), item(2, 1058, "packed")]);
const mail = {
  deliveryId: 5,
  kind: "mail_status",
  subject: "Order 1058: Piece 2 is packed",
  about: "order 1058",
  outcome: "sent",
  tries: 1,
  seconds: 4,
  at: "2026-11-20T07:00:00.000Z",
  error: null,
} as const;

const entry = (over: Partial<PaymentEntry>): PaymentEntry => ({
  version: 2,
  kind: "claim",
  from: "paid",
  to: "paid",
  method: "bank",
  amount: 500,
  reference: null,
  reason: null,
  returnId: null,
  itemIds: null,
  who: "Farah Khan",
  byStaff: true,
  at: "2026-11-30T06:00:00.000Z",
  ...over,
});

function known(): OrderHistory {
  return {
    assignments: [
      { id: 1, before: null, assignee: "Priya Menon", changedBy: "Karthik Rao", at: "2026-11-20T06:00:00.000Z" },
    ],
    shipments: [
      {
        id: 3,
        itemId: 2,
        version: 2,
        courier: "Speed Post",
        trackingNumber: "EK123456789IN",
        changedBy: "Priya Menon",
        at: "2026-11-20T08:00:00.000Z",
      },
    ],
    mails: [mail],
  };
}

test("each step says what was done and what became of it, the newest first", () => {
  const given = known();
  given.assignments.push({
    id: 2,
    before: "Priya Menon",
    assignee: null,
    changedBy: "Karthik Rao",
    at: "2026-11-20T09:00:00.000Z",
  });
  given.shipments.push({
    id: 4,
    itemId: 1,
    version: 3,
    courier: null,
    trackingNumber: null,
    changedBy: "Priya Menon",
    at: "2026-11-20T08:30:00.000Z",
  });
  given.mails.push({ ...mail, deliveryId: 6, subject: null, outcome: "dead", tries: 8, error: "452 mailbox full" });
  expect(staffHistoryOf(meera, given).map(({ words, by }) => [words, by])).toEqual([
    ["No longer assigned to Priya Menon", "Karthik Rao"],
    ["Item 1: courier and number removed", "Priya Menon"],
    ["Item 2: Speed Post EK123456789IN", "Priya Menon"],
    ["Mail “Order 1058: Piece 2 is packed” sent in 4 s", null],
    ["Mail “Status of an order” 452 mailbox full, given up after 8 tries", null],
    ["Assigned to Priya Menon", "Karthik Rao"],
  ]);
});

test("a step of the payment that a later version of the shop took has the name of its kind", () => {
  const later = entry({ kind: "of_a_later_version" as PaymentEntry["kind"] });
  const [newest] = historyOf({ order: meera, entries: [later], invoices: [], returns: [] });
  expect(newest?.words).toBe("Payment: of_a_later_version, ₹500.00");
});

const byKarthik = { status: "ordered" as const, from: null, at: "2026-11-20T05:00:00.000Z", version: 1 };

test.each([
  ["a shopper", [item(1, 7)], "Meera Joshi"],
  ["staff", [{ ...item(1, 7), history: [{ ...byKarthik, changedBy: "Karthik Rao" }] }], "Karthik Rao"],
  ["staff, without items,", [], ""],
])("an order of %s says who placed it", (_by, items, name) => {
  const placed = order(7, "Meera Joshi", items);
  const nothing = { entries: [], invoices: [], returns: [] };
  expect(historyOf({ order: placed, ...nothing }).map(({ words, by }) => [words, by])).toEqual([
    [`Ordered, ${items.length} item${items.length === 1 ? "" : "s"}`, name],
  ]);
  expect(ledgerOf(placed, []).map(({ words, who }) => [words, who])).toEqual([["Charged", name]]);
});

test("what happened at one time has its sequence, the newest first", () => {
  const at = "2026-11-30T06:00:00.000Z";
  const both = [entry({ kind: "retry", version: 3, at }), entry({ kind: "cancellation", version: 4, at })];
  // the API lists them newest first, unlike the entries
  const assignments = [2, 1].map((id) => ({ id, before: null, assignee: "Priya", changedBy: "Karthik Rao", at }));
  const staffHistory = { ...known(), assignments };
  const found = historyOf({ order: meera, entries: both, invoices: [], returns: [], staffHistory });
  expect(found.slice(0, 4).map(({ key }) => key)).toEqual(["assignment 2", "assignment 1", "entry 4", "entry 3"]);
});

test.each([
  ["page", "/admin/orders/1058"],
  ["details", board],
])("the %s of an order shows it, and what a colleague does since", async (where, path) => {
  serveOrders([meera]);
  const given = known();
  server.use(http.get("*/api/order/history/", () => answer(given as never)));
  const { person, arrive } = openAdmin(path);
  if (where === "details") {
    await person.click(await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" }));
    await person.keyboard("{Enter}");
  }
  const steps = await screen.findByText(/Assigned to Priya Menon/).then((step) => step.closest("ol") as HTMLElement);
  expect(within(steps).getByText(/Item 2: Speed Post EK123456789IN/)).toBeInTheDocument();
  expect(within(steps).getByText(/is packed” sent in 4 s/)).toBeInTheDocument();
  const at = "2026-11-20T09:00:00.000Z";
  given.assignments.unshift({ id: 2, before: "Priya Menon", assignee: "Karthik Rao", changedBy: "Priya Menon", at });
  const assignee = { id: 1, name: "Karthik Rao" };
  arrive("desk.assigned", { orderId: 1058, assignee, version: 2, notes: 0, changedBy: "Priya Menon", at });
  expect(await within(steps).findByText(/Assigned to Karthik Rao/)).toBeInTheDocument();
  given.mails.unshift({ ...mail, deliveryId: 7, subject: "Order 1058: Piece 1 is packed", at });
  arrive("desk.customer_changed", { customerId: 7, part: "mails" });
  await waitFor(() => expect(within(steps).getByText(/Piece 1 is packed/)).toBeInTheDocument());
});

test.each([
  ["page", "/admin/orders/1058", "There is no such order"],
  ["details", `${board}?order=1058`, "No orders found"],
  ["packing", "/admin/packing/1058", "No orders found"],
])("the %s of an order says so when a colleague deletes it", async (_where, path, text) => {
  serveOrders([meera]);
  const { arrive } = openAdmin(path);
  expect((await screen.findAllByText("Meera Joshi")).length).toBeGreaterThan(0);
  serveOrders([]);
  server.use(
    http.get("*/api/order/", ({ request }) =>
      new URL(request.url).searchParams.has("id") ? refusal(404, "There is no such order.") : answer([], { desk: [] }),
    ),
  );
  arrive("order.deleted", { orderId: 1058, customerId: 7 });
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByText("Meera Joshi")).not.toBeInTheDocument());
});

test("the page of an order that is not there leads back to the board with its filters", async () => {
  serveOrders([]);
  server.use(http.get("*/api/order/", () => refusal(404, "There is no such order.")));
  openAdmin({ pathname: "/admin/orders/1058", state: { board: "?status=packed" } });
  expect(await screen.findByRole("link", { name: "All orders" })).toHaveAttribute("href", `${board}?status=packed`);
});

test("of pieces that were cancelled at one time the first stands first", () => {
  const [item] = meera.items;
  if (!item) throw new Error("an order without pieces");
  const at = "2026-11-20T09:00:00.000Z";
  const items = [1, 2, 3].map((itemId) => ({
    ...item,
    itemId,
    history: [{ status: "cancelled" as const, from: "ordered" as const, at, version: 2 }],
  }));
  const entries = historyOf({ order: { ...meera, items }, entries: [], invoices: [], returns: [] });
  expect(entries.slice(0, 3).map(({ words }) => words.slice(0, 6))).toEqual(["Item 1", "Item 2", "Item 3"]);
});
