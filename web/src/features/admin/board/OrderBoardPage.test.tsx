import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, onTestFinished, test } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { OrderStatus, StatusChange } from "@/shared/api/types";
import { latch } from "@/shared/test/latch";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";

const first = item(1, 1058);
const second = item(2, 1057);
const third = item(3, 1057, "packed");
const orders = [order(1058, "Meera Joshi", [first]), order(1057, "Arjun Nair", [second, third])];

/** Orders whose first item has another status now. */
const afterChange = (to: OrderStatus) => [
  order(1058, "Meera Joshi", [item(1, 1058, to)]),
  order(1057, "Arjun Nair", [second, third]),
];

/** Requests for rows. Requests for counts have a limit of 1 and follow each change. */
const rowRequests = (asked: URLSearchParams[]) => asked.filter((query) => query.get("limit") !== "1");

const row = (itemId: number) => screen.getByRole("row", { name: new RegExp(`Piece ${itemId}\\b`) });
const status = (name: string) => screen.findByRole("combobox", { name: `Status of ${name}` });
const wire = (change: StatusChange) => ({ ...change });

async function pick(person: ReturnType<typeof openAdmin>["person"], name: string, to: string) {
  await person.click(await status(name));
  await person.click(screen.getByRole("option", { name: to }));
}

function saves(answers: (sent: { id: number; status: string; version: number }) => Response | Promise<Response>) {
  const sent: { id: number; status: string; version: number }[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const body = (await request.json()) as (typeof sent)[number];
      sent.push(body);
      return answers(body);
    }),
  );
  return sent;
}

test("each item is a row with its order, product, customer and amount", async () => {
  serveOrders(orders);
  openAdmin(board);
  await status("item 1 of order 1058");
  expect(within(row(2)).getByText("Arjun Nair")).toBeInTheDocument();
  expect(row(3)).toHaveTextContent("1057, item 2 of 2");
  expect(within(row(3)).getByText("10.00 gm, qty 1")).toBeInTheDocument();
  expect(within(row(3)).getByText("₹1,28,520.00")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Ordered 2" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "All 3" })).toHaveAttribute("aria-pressed", "true");
});

test("a status is set by keyboard, and the control waits while it saves", async () => {
  serveOrders(orders);
  let reply = () => {};
  const sent = saves(
    () => new Promise<Response>((done) => (reply = () => done(answer(wire(changeOf(first, "packed")))))),
  );
  const { person } = openAdmin(board);
  const control = await status("item 1 of order 1058");
  control.focus();
  await person.keyboard(" {ArrowDown}{Enter}");
  expect(await within(row(1)).findByText("Saving")).toBeInTheDocument();
  expect(control).toBeDisabled();
  serveOrders(afterChange("packed"));
  reply();
  expect(await within(row(1)).findByText("Saved")).toBeInTheDocument();
  expect(control).toBeEnabled();
  expect(control).toHaveTextContent("Packed");
  expect(control).toHaveFocus();
  expect(sent).toEqual([
    expect.objectContaining({ id: 1, status: "packed", version: 1, packedAt: expect.any(String) }),
  ]);
  expect(await screen.findByRole("button", { name: "Packed 2" })).toBeInTheDocument();
});

test("the event of the admin's own change shows no note", async () => {
  serveOrders(orders);
  saves(() => answer(wire(changeOf(first, "packed"))));
  const { person, arrive } = openAdmin(board);
  await pick(person, "item 1 of order 1058", "Packed");
  await within(row(1)).findByText("Saved");
  arrive("order.status_changed", changeOf(first, "packed"));
  expect(within(row(1)).queryByText(/changed by/)).not.toBeInTheDocument();
});

test("a stale version shows the row as it now is and who changed it", async () => {
  serveOrders(orders);
  const theirs = changeOf(first, "shipped", { changedBy: "Priya Menon" });
  const sent = saves(({ version }) =>
    version === 1
      ? refusal(409, "Someone else changed this item", { data: wire(theirs) })
      : answer(wire(changeOf(first, "packed", { version: 3, from: "shipped" }))),
  );
  const { person } = openAdmin(board);
  await pick(person, "item 1 of order 1058", "Packed");
  expect(await within(row(1)).findByText(/Not saved: Priya Menon set Shipped/)).toHaveTextContent(/Shipped just now$/);
  expect(await status("item 1 of order 1058")).toHaveTextContent("Shipped");

  await person.click(within(row(1)).getByRole("button", { name: /to Packed all the same/ }));
  expect(await within(row(1)).findByText("Saved")).toBeInTheDocument();
  expect(sent.map((body) => body.version)).toEqual([1, 2]);
});

test("a failed save says so, keeps the status and can be retried", async () => {
  serveOrders(orders);
  saves(() => HttpResponse.error());
  const { person } = openAdmin(board);
  await pick(person, "item 1 of order 1058", "Packed");
  expect(await within(row(1)).findByText("Failed to update status")).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Notifications" })).toHaveTextContent("Failed to update status");
  expect(await status("item 1 of order 1058")).toHaveTextContent("Ordered");

  saves(() => answer(wire(changeOf(first, "packed"))));
  await person.click(within(row(1)).getByRole("button", { name: "Retry item 1 of order 1058" }));
  expect(await within(row(1)).findByText("Saved")).toBeInTheDocument();
});

test("another admin's change shows by whom, without asking for rows again", async () => {
  serveOrders(orders);
  const { arrive } = openAdmin(board);
  await status("item 1 of order 1058");
  const asked = serveOrders(afterChange("shipped"));
  arrive("order.status_changed", changeOf(first, "shipped", { changedBy: "Priya Menon" }));
  expect(await within(row(1)).findByText(/changed by Priya Menon/)).toBeInTheDocument();
  expect(await status("item 1 of order 1058")).toHaveTextContent("Shipped");
  expect(await screen.findByRole("button", { name: "Ordered 1" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Shipped 1" })).toBeInTheDocument();

  arrive("order.status_changed", changeOf({ ...first, version: 0 }, "delivered"));
  expect(await status("item 1 of order 1058")).toHaveTextContent("Shipped");
  expect(rowRequests(asked)).toEqual([]);
});

test("a new order is inserted first with its mark", async () => {
  serveOrders(orders);
  const { arrive } = openAdmin(board);
  await status("item 1 of order 1058");
  const placed = { ...order(1059, "Fatima Sheikh", [item(9, 1059)]), orderedDate: new Date().toISOString() };
  const asked = serveOrders([placed, ...orders]);
  arrive("order.placed", placed);
  await waitFor(() =>
    expect(screen.getAllByRole("row")[1]).toHaveAccessibleName(/1059 New item 1 of 1 No Image Available Piece 9/),
  );
  expect(screen.getByText("New order 1059 from Fatima Sheikh")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Ordered 3" })).toBeInTheDocument();
  expect(rowRequests(asked)).toEqual([]);
});

test("rows keep their places while the pointer is on the table", async () => {
  serveOrders(orders);
  const { person, arrive } = openAdmin(`${board}?status=ordered`);
  await person.hover(await status("item 1 of order 1057"));
  arrive("order.placed", order(1059, "Fatima Sheikh", [item(9, 1059)]));
  arrive("order.status_changed", changeOf(first, "shipped", { changedBy: "Priya Menon" }));
  expect(await screen.findByText("Order 1059 from Fatima Sheikh")).toBeInTheDocument();
  expect(screen.queryByText("Piece 9")).not.toBeInTheDocument();
  expect(await within(row(1)).findByText(/changed by Priya Menon/)).toBeInTheDocument();

  await person.hover(screen.getByRole("heading", { name: "Order Management" }));
  expect(await screen.findByText("Piece 9")).toBeInTheDocument();
  expect(screen.queryByText("Piece 1")).not.toBeInTheDocument();
});

test("an item that moves into the shown status joins the list", async () => {
  const away = order(900, "Leela Thomas", [item(50, 900)]);
  serveOrders([...orders, away]);
  const { arrive } = openAdmin(`${board}?status=shipped`);
  expect(await screen.findByText("No orders found")).toBeInTheDocument();
  serveOrders([...orders, order(900, "Leela Thomas", [item(50, 900, "shipped")])]);
  arrive("order.status_changed", changeOf(item(50, 900), "shipped", { changedBy: "Priya Menon" }));
  expect(await screen.findByText("Piece 50")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Shipped 1" })).toBeInTheDocument();
});

test("filters are in the address and ask the server", async () => {
  const asked = serveOrders(orders);
  const { person } = openAdmin(`${board}?status=packed`);
  expect(await screen.findByText("Piece 3")).toBeInTheDocument();
  expect(screen.queryByText("Piece 2")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Packed 1" })).toHaveAttribute("aria-pressed", "true");

  await person.click(screen.getByRole("button", { name: "All 3" }));
  await person.type(screen.getByRole("searchbox", { name: "Search orders" }), "meera");
  await waitFor(() => expect(asked.at(-1)?.get("search")).toBe("meera"));
  await waitFor(() => expect(screen.queryByText("Piece 3")).not.toBeInTheDocument());
  await person.selectOptions(screen.getByRole("combobox", { name: "Date" }), "Last 7 days");
  await waitFor(() => expect(asked.at(-1)?.get("from")).toMatch(/^\d{4}-\d\d-\d\d$/));
});

test("a bulk change shows each row's result, and unsaved rows stay selected", async () => {
  serveOrders(orders);
  const sent: object[] = [];
  const theirs = changeOf({ ...third, version: 3 }, "delivered", { changedBy: "Priya Menon" });
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      sent.push((await request.json()) as object);
      return answer([
        { id: 1, code: 200, message: "Status updated", data: wire(changeOf(first, "shipped")) },
        { id: 2, code: 404, message: "There is no such order item.", data: null },
        { id: 3, code: 409, message: "Changed in the meantime.", data: wire(theirs) },
      ]);
    }),
  );
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" }));
  await person.click(screen.getByRole("checkbox", { name: "Select item 1 of order 1057" }));
  await person.click(screen.getByRole("checkbox", { name: "Select item 2 of order 1057" }));
  const bar = screen.getByRole("region", { name: "Selected items" });
  expect(bar).toHaveTextContent("3 items selected");
  await person.click(within(bar).getByRole("button", { name: "Shipped" }));
  expect(await within(row(1)).findByText("Saved")).toBeInTheDocument();
  expect(await within(row(2)).findByText("Failed to update status")).toBeInTheDocument();
  expect(within(row(2)).getByText("There is no such order item.")).toBeInTheDocument();
  expect(within(row(3)).getByText(/Not saved: Priya Menon set Delivered/)).toBeInTheDocument();
  expect(await status("item 2 of order 1057")).toHaveTextContent("Delivered");
  expect(await screen.findByText("2 items selected")).toBeInTheDocument();
  expect(bar).toHaveTextContent("1 set to Shipped, 1 changed by someone else, 1 failed");
  const picks = [1, 2, 3].map((id) => ({ id, status: "shipped", version: 1 }));
  expect(sent).toEqual([{ items: picks }]);
  expect(within(bar).getByRole("button", { name: "Undo" })).toBeInTheDocument();

  await person.keyboard("{Escape}");
  expect(screen.queryByRole("region", { name: "Selected items" })).not.toBeInTheDocument();
});

test("a refused row stays in its tab, and an empty tab says so", async () => {
  serveOrders(orders);
  const theirs = changeOf({ ...second, version: 3 }, "delivered", { changedBy: "Priya Menon" });
  server.use(
    http.post("*/api/order/", () =>
      answer([
        { id: 1, code: 200, message: "Status updated", data: wire(changeOf(first, "packed")) },
        { id: 2, code: 409, message: "Changed in the meantime.", data: wire(theirs) },
      ]),
    ),
  );
  const { person } = openAdmin(`${board}?status=ordered`);
  await person.click(await screen.findByRole("checkbox", { name: "Select all items shown" }));
  await person.click(screen.getByRole("button", { name: "Packed" }));
  expect(await screen.findByText("1 item selected")).toBeInTheDocument();
  expect(screen.getByText(/Not saved: Priya Menon set Delivered/)).toBeInTheDocument();
  expect(screen.queryByText("Piece 1")).not.toBeInTheDocument();

  await person.keyboard("{Escape}");
  expect(await screen.findByRole("heading", { name: "No orders found" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Undo" })).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Show all orders" }));
  expect(await screen.findByText("Piece 1")).toBeInTheDocument();
});

test("the details show history and frozen price, and follow live", async () => {
  const history = [
    { status: "ordered" as const, from: null, at: "2026-11-20T05:00:00.000Z", version: 1, changedBy: null },
  ];
  serveOrders([order(1058, "Meera Joshi", [{ ...first, history }])]);
  const { person, arrive } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: "Details of order 1058" }));
  const sheet = await screen.findByRole("dialog", { name: "Order 1058" });
  expect(await within(sheet).findByText(/14 Second Main Road/)).toBeInTheDocument();
  expect(within(sheet).getByText("20 Nov 2026, 10:30 am", { selector: "li span" })).toBeInTheDocument();
  expect(within(sheet).getByRole("row", { name: /Gold, 22k.*₹11,852.00 \/gm.*₹1,18,520.00/ })).toBeInTheDocument();

  arrive(
    "order.status_changed",
    changeOf(first, "packed", { changedBy: "Priya Menon", at: "2026-11-20T06:10:00.000Z" }),
  );
  expect(await within(sheet).findByText("Ordered to Packed")).toBeInTheDocument();
  expect(within(sheet).getByText("20 Nov 2026, 11:40 am, by Priya Menon")).toBeInTheDocument();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("a status is set in an order's details and undone by a shortcut, although the list is empty", async () => {
  const far = { ...item(9, 7, "packed"), history: [] };
  serveOrders([order(1058, "Meera Joshi", [first]), order(7, "Leela Thomas", [far])]);
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const { items } = (await request.json()) as { items?: unknown[] };
      if (!items) return answer(wire(changeOf(far, "shipped")));
      const data = wire(changeOf({ ...far, status: "shipped", version: 2 }, "packed", { undoes: 2 }));
      return answer([{ id: 9, code: 200, message: "OK", data }]);
    }),
  );
  const { person } = openAdmin(`${board}?search=nobody&order=7`);
  const sheet = await screen.findByRole("dialog", { name: "Order 7" });
  const control = await within(sheet).findByRole("combobox", { name: "Status of item 1 of order 7" });
  await person.click(control);
  await person.keyboard("{Escape}");
  expect(sheet).toBeInTheDocument();
  await person.click(control);
  await person.click(within(sheet).getByRole("option", { name: "Shipped" }));
  expect(await within(sheet).findByText("Packed to Shipped")).toBeInTheDocument();
  expect(within(sheet).getByText("Saved")).toBeInTheDocument();
  expect(within(sheet).getByText("Order 7 set to Shipped")).toBeInTheDocument();
  expect(within(sheet).getByRole("button", { name: "Undo" })).toBeInTheDocument();
  await person.keyboard("{Control>}z{/Control}");
  expect(await within(sheet).findByText("Set back")).toBeInTheDocument();
  expect(control).toHaveTextContent("Packed");
  // Staff see both steps, marked.
  expect(within(sheet).getByText("Packed to Shipped").tagName).toBe("S");
  expect(within(sheet).getByText("Undo: Shipped to Packed")).toBeInTheDocument();
});

test("a list that cannot be loaded offers another try", async () => {
  serveOrders(orders);
  server.use(http.get("*/api/order/", () => refusal(503, ""), { once: false }));
  const { person } = openAdmin(board);
  expect(await screen.findByRole("heading", { name: "Failed to load orders" })).toBeInTheDocument();
  const { opened: held, open: letCome } = latch();
  serveOrders(orders);
  server.use(
    http.get("*/api/order/", async () => {
      await held;
      return undefined;
    }),
  );
  const again = screen.getByRole("button", { name: "Try again" });
  await person.click(again);
  expect(again).toHaveAttribute("aria-disabled", "true");
  expect(again).toHaveFocus();
  expect(screen.getByRole("alert")).not.toHaveTextContent("The shop could not do this just now.");
  letCome();
  expect(await screen.findByText("Piece 1")).toBeInTheDocument();
});

test("as columns, a card moves from its menu and by dragging", async () => {
  serveOrders(orders);
  const sent = saves(({ id, status: to }) => {
    const moved = [first, second, third].find((each) => each.itemId === id) ?? first;
    return answer(wire(changeOf(moved, to as "packed")));
  });
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: "Columns" }));
  const ordered = screen.getByRole("region", { name: "Ordered" });
  const packed = screen.getByRole("region", { name: "Packed" });
  await person.click(await within(ordered).findByRole("combobox", { name: "Move item 1 of order 1058" }));
  await person.click(screen.getByRole("option", { name: "Packed" }));
  expect(await within(packed).findByText("Piece 1")).toBeInTheDocument();
  expect(within(ordered).queryByText("Piece 1")).not.toBeInTheDocument();

  // The test's DOM cannot render a drag image.
  DataTransfer.prototype.setDragImage = () => {};
  const dataTransfer = { setData: () => {}, effectAllowed: "", dropEffect: "" };
  const card = within(ordered).getByRole("listitem");
  fireEvent.dragStart(card, { dataTransfer });
  expect(document.querySelector(".kard.lifted")).toHaveTextContent("Piece 2");
  expect(card).toHaveClass("drag");
  const shipped = screen.getByRole("region", { name: "Shipped" });
  fireEvent.dragOver(shipped, { dataTransfer });
  expect(shipped.querySelector(".kard-place")).toBeInTheDocument();
  fireEvent.drop(shipped, { dataTransfer });
  expect(document.querySelector(".kard.lifted")).not.toBeInTheDocument();
  expect(await within(shipped).findByText("Piece 2")).toBeInTheDocument();
  expect(sent.map((body) => body.status)).toEqual(["packed", "shipped"]);
});

test("a filter that cannot be loaded does not show the rows of the one before", async () => {
  serveOrders(orders);
  const { person } = openAdmin(board);
  expect(await screen.findByText("Piece 1")).toBeInTheDocument();
  server.use(http.get("*/api/order/", () => refusal(403, "")));
  await person.type(screen.getByRole("searchbox", { name: "Search orders" }), "meera");
  expect(await screen.findByRole("heading", { name: "Failed to load orders" })).toBeInTheDocument();
  expect(screen.queryByText("Piece 1")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Ordered" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "All" })).toBeInTheDocument();
});

test.each(["Table", "Columns"])("%s: a filter that failed shows its error while it is repeated", async (look) => {
  serveOrders(orders);
  const { person, store } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: look }));
  expect(await screen.findByText("Piece 1")).toBeInTheDocument();
  server.use(http.get("*/api/order/", () => refusal(503, "")));
  await person.type(screen.getByRole("searchbox", { name: "Search orders" }), "meera");
  const [problem] = await screen.findAllByRole("alert");
  if (!problem) throw new Error("No error is shown");
  const { opened: held, open: letCome } = latch();
  onTestFinished(letCome);
  server.use(
    http.get("*/api/order/", async () => {
      await held;
      return undefined;
    }),
  );
  const again = within(problem).getByRole("button", { name: "Try again" });
  again.focus();
  await repeatFailed(store, "boardOrders");
  await repeatFailed(store, "boardCounts");
  expect(problem).toBeInTheDocument();
  expect(again).toHaveFocus();
  expect(screen.queryByText("Piece 1")).not.toBeInTheDocument();
  expect(screen.queryByText("Loading orders")).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "All 3" })).not.toBeInTheDocument();
});

test("without the counts of a filter, its rows are shown and the numbers of items are left out", async () => {
  serveOrders(orders);
  const { person } = openAdmin(board);
  expect(await screen.findByRole("button", { name: "All 3" })).toBeInTheDocument();
  server.use(
    http.get("*/api/order/", ({ request }) =>
      new URL(request.url).searchParams.get("limit") === "1" ? refusal(403, "") : undefined,
    ),
  );
  await person.type(screen.getByRole("searchbox", { name: "Search orders" }), "meera");
  expect(await screen.findByRole("button", { name: "All" })).toBeInTheDocument();
  expect(screen.getByText("Items, newest first")).toBeInTheDocument();
  expect(screen.getByText("1 item loaded")).toBeInTheDocument();
});

test("a bulk change keeps the selection of rows that are not paid, and says how many", async () => {
  const due = order(1056, "Fatima Sheikh", [item(9, 1056)]);
  due.payment = { ...due.payment, method: "upi", status: "due" };
  serveOrders([orders[0] as (typeof orders)[0], due]);
  server.use(
    http.post("*/api/order/", () =>
      answer([{ id: 1, code: 200, message: "Status updated", data: wire(changeOf(first, "packed")) }]),
    ),
  );
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select all items shown" }));
  const bar = screen.getByRole("region", { name: "Selected items" });
  await person.click(within(bar).getByRole("button", { name: "Packed" }));
  expect(await screen.findByText("1 item selected")).toBeInTheDocument();
  expect(bar).toHaveTextContent("1 set to Packed, 1 not paid yet");
  expect(screen.getByRole("checkbox", { name: "Select item 1 of order 1056" })).toBeChecked();
});
