// Other content of the board than statuses: an order's own text, late items and the amounts of columns.

import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { rupees } from "@/shared/format";
import { answer, server } from "@/shared/test/server";

const words = "At the engraver until Friday";
const first = item(1, 1058);
const second = item(2, 1057);

test("an order's status text shows live in its rows and its details", async () => {
  const told = { ...order(1058, "Meera Joshi", [first]), statusText: words, currentStatus: words };
  serveOrders([told, order(1057, "Arjun Nair", [second])]);
  const { person, arrive } = openAdmin(board);
  const row = await screen.findByRole("row", { name: /Piece 1\b/ });
  expect(within(row).getByText(words)).toBeInTheDocument();
  expect(within(screen.getByRole("row", { name: /Piece 2\b/ })).queryByText(/Status of the order/)).toBeNull();

  await person.click(screen.getByRole("button", { name: "Details of order 1058" }));
  const sheet = await screen.findByRole("dialog", { name: "Order 1058" });
  expect(await within(sheet).findByText(words)).toBeInTheDocument();
  expect(within(sheet).getByText("items: ordered")).toBeInTheDocument();

  serveOrders([{ ...told, statusText: "With the courier" }, order(1057, "Arjun Nair", [second])]);
  arrive("order.changed", { ...told, statusText: "With the courier" });
  expect(await within(row).findByText("With the courier")).toBeInTheDocument();
  expect(await within(sheet).findByText("With the courier")).toBeInTheDocument();
});

test("the details show the order's status, copy its address and print it", async () => {
  serveOrders([order(1058, "Meera Joshi", [first])]);
  const { person } = openAdmin(`${board}?order=1058`);
  const sheet = await screen.findByRole("dialog", { name: "Order 1058" });
  expect(await within(sheet).findByText("Ordered", { selector: ".badge-st" })).toBeInTheDocument();
  await person.click(within(sheet).getByRole("button", { name: "Copy address" }));
  expect(await within(sheet).findByText("Copied")).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(
    "Meera Joshi\n14 Second Main Road\nChennai, Tamil Nadu, 600020, India",
  );
  let printed = 0;
  window.print = () => {
    printed += 1;
  };
  await person.click(within(sheet).getByRole("button", { name: "Print" }));
  expect(printed).toBe(1);
});

test("an amount of crores has smaller letters", async () => {
  serveOrders([order(1058, "Meera Joshi", [{ ...first, totalAmount: 11_03_60_510 }, second])]);
  openAdmin(board);
  expect(await screen.findByRole("cell", { name: "₹11,03,60,510.00" })).toHaveClass("long");
  expect(screen.getByRole("cell", { name: rupees(second.totalAmount) })).not.toHaveClass("long");
});

test("an item that is late by the shop's settings has a label and a mark", async () => {
  const rules = [
    { rule: "ordered", hours: 36, orders: 1, oldest: null },
    { rule: "packed", hours: 72, orders: 0, oldest: null },
  ];
  server.use(http.get("*/api/order/stuck/", () => answer(rules as never)));
  const fresh = { ...order(1059, "Fatima Sheikh", [item(3, 1059)]), orderedDate: new Date().toISOString() };
  fresh.items[0] = { ...item(3, 1059), orderedAt: fresh.orderedDate };
  serveOrders([fresh, order(1058, "Meera Joshi", [{ ...first, orderedAt: "2020-01-01T05:00:00.000Z" }])]);
  openAdmin(board);
  const late = await screen.findByRole("row", { name: /Piece 1\b/ });
  expect(await within(late).findByText("late, over 36 h")).toBeInTheDocument();
  expect(late).toHaveClass("islate");
  expect(screen.getByRole("row", { name: /Piece 3\b/ })).not.toHaveClass("islate");
});

test("each column shows the sum of its items, updated after a move", async () => {
  serveOrders([order(1058, "Meera Joshi", [first]), order(1057, "Arjun Nair", [second])]);
  const amounts = { ordered: 257_040, packed: 0, shipped: 0, delivered: 0 };
  const counts = { ordered: 2, packed: 0, shipped: 0, delivered: 0 };
  server.use(
    http.get("*/api/order/", ({ request }) => {
      if (new URL(request.url).searchParams.get("amounts") !== "true") return undefined;
      return answer([], { counts, amounts, countedAt: new Date().toISOString() });
    }),
  );
  const { arrive } = openAdmin(`${board}?view=columns`);
  const column = (name: string) => screen.findByRole("region", { name });
  expect(await within(await column("Ordered")).findByText("₹2,57,040.00")).toBeInTheDocument();
  expect(await within(await column("Ordered")).findByText("Piece 1")).toBeInTheDocument();
  Object.assign(amounts, { ordered: 128_520, packed: 128_520 });
  arrive("order.status_changed", changeOf(first, "packed", { changedBy: "Priya Menon" }));
  await waitFor(async () =>
    expect((await column("Ordered")).querySelector(".sum")).toHaveTextContent("together ₹1,28,520.00"),
  );
  expect((await column("Packed")).querySelector(".sum")).toHaveTextContent("₹1,28,520.00");
});

test("a new order appears in a search for its product", async () => {
  serveOrders([order(1058, "Meera Joshi", [first])]);
  const { arrive } = openAdmin(`${board}?search=piece%209`);
  expect(await screen.findByText("No orders found")).toBeInTheDocument();
  expect(screen.getByText(/^No order fits these filters\. .* found by their whole number\.$/)).toBeInTheDocument();
  arrive("order.placed", order(1059, "Fatima Sheikh", [item(9, 1059)]));
  expect(await screen.findByText("Piece 9")).toBeInTheDocument();
});

test("claims stand first, live, and a missing PAN is told beside the status", async () => {
  const due = { ...order(1058, "Meera Joshi", [first]), panMissing: true };
  due.payment = { ...due.payment, method: "upi" };
  serveOrders([order(1059, "Arjun Nair", [item(3, 1059)]), due]);
  const { person, arrive } = openAdmin(board);
  const row = await screen.findByRole("row", { name: /Piece 1\b/ });
  expect(within(row).getByText("Due")).toBeInTheDocument();
  expect(within(row).getByText("UPI, SW1058")).toBeInTheDocument();
  expect(within(row).getByText("PAN missing")).toBeInTheDocument();
  expect(screen.getAllByText("PAN missing")).toHaveLength(1);
  expect(screen.queryByRole("region", { name: "Claims to confirm" })).toBeNull();

  const claim = { reference: "432110987654", amount: 128_520, at: new Date().toISOString() };
  const payment = { ...due.payment, status: "claimed", version: 2, claim, usedIn: [1041] };
  arrive("payment.changed", { orderId: 1058, customerId: 7, kind: "claim", from: "due", payment });
  const claims = await screen.findByRole("region", { name: "Claims to confirm" });
  expect(claims).toHaveTextContent("1058Meera Joshi₹1,28,520.00UPI, UTR 432110987654used before in order 1041");
  await person.click(within(claims).getByRole("button", { name: "Check the claim of order 1058" }));
  expect(await screen.findByRole("dialog", { name: "Order 1058" })).toBeInTheDocument();
});

test("after the claims of the first page come those of the next page", async () => {
  const at = "2026-11-20T05:00:00.000Z";
  const claimed = (id: number) => {
    const made = order(id, "Meera Joshi", [item(id, id)]);
    const claim = { reference: `4321${id}`, amount: 128_520, at };
    made.payment = { ...made.payment, method: "upi", status: "claimed", version: 2, claim };
    return made;
  };
  const [one, other] = [claimed(1058), claimed(1059)];
  serveOrders([one, other]);
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("payment") !== "claimed" || query.get("limit") === "1") return;
      if (query.has("cursor")) return answer([structuredClone(other)] as never);
      return answer([structuredClone(one)] as never, { nextCursor: "1058" });
    }),
  );
  const { arrive } = openAdmin(board);
  await screen.findByRole("button", { name: "Check the claim of order 1058" });
  const payment = { ...one.payment, status: "paid", version: 3, paid: 128_520, due: 0 };
  arrive("payment.changed", { orderId: 1058, customerId: 7, kind: "payment", from: "claimed", payment });
  expect(await screen.findByRole("button", { name: "Check the claim of order 1059" })).toBeInTheDocument();
});
