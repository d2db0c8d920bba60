// Interaction with the board: undo, keyboard shortcuts and a list that is longer than the window.

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { OrderItem, OrderStatus, StatusChange } from "@/shared/api/types";
import { answer, server } from "@/shared/test/server";

const first = item(1, 1058);
const second = item(2, 1057);
const orders = [order(1058, "Meera Joshi", [first]), order(1057, "Arjun Nair", [second])];

afterEach(() => void vi.useRealTimers());

const status = (id: number) => screen.findByRole("combobox", { name: `Status of item 1 of order ${id}` });
const wire = (change: StatusChange) => ({ ...change });

type Sent = { id: number; status: OrderStatus; version: number };
type Undone = Omit<Sent, "status">;

/** A server that saves and undoes status changes of these items, alone or in bulk. */
function saving(items = [first, second]) {
  const sent: (Sent | Undone)[] = [];
  const saved = (wanted: Sent | Undone) => {
    sent.push(wanted);
    const { id, version } = wanted;
    const row = items.find(({ itemId }) => itemId === id) ?? first;
    if ("status" in wanted) return wire(changeOf({ ...row, version }, wanted.status));
    return wire(undoOf({ ...row, version }));
  };
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const body = (await request.json()) as Sent & { items?: (Sent | Undone)[] };
      if (!body.items) return answer(saved({ id: body.id, status: body.status, version: body.version }));
      return answer(body.items.map((one) => ({ id: one.id, code: 200, message: "Status updated", data: saved(one) })));
    }),
  );
  return sent;
}

/** The change that resets an item to its first state. */
const undoOf = (row: OrderItem) => ({
  ...changeOf(row, first.status),
  orderedAt: first.orderedAt,
  undoes: row.version,
});

test("a click is undone at the version that it created", async () => {
  serveOrders(orders);
  const sent = saving();
  const { person } = openAdmin(board);
  await person.click(await status(1058));
  await person.click(screen.getByRole("option", { name: "Shipped" }));
  expect(await screen.findByText(/Order 1058 set to Shipped/)).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Set back")).toBeInTheDocument();
  expect(await status(1058)).toHaveTextContent("Ordered");
  expect(sent).toEqual([
    { id: 1, status: "shipped", version: 1 },
    { id: 1, version: 2 },
  ]);
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("a press opens the statuses in Safari too, which focuses no pressed button, and leaving them closes them", async () => {
  serveOrders(orders);
  const { person } = openAdmin(board);
  const control = await status(1058);
  fireEvent.click(control);
  expect(control).toHaveFocus();
  const option = screen.getByRole("option", { name: "Shipped" });
  expect(fireEvent.mouseDown(option), "the press may move the focus").toBe(false);
  expect(fireEvent.mouseDown(control), "a press that takes the focus away closes them, and then opens them").toBe(
    false,
  );
  fireEvent.click(control);
  expect(option).not.toBeInTheDocument();
  fireEvent.click(control);
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("option", { name: "Shipped" })).not.toBeInTheDocument();
  fireEvent.click(control);
  act(() => control.blur());
  expect(screen.queryByRole("option", { name: "Shipped" })).not.toBeInTheDocument();
});

test("a bulk change is undone as a whole by a shortcut", async () => {
  serveOrders(orders);
  const sent = saving();
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select all items shown" }));
  await person.click(screen.getByRole("button", { name: "Packed" }));
  expect(await screen.findByText(/2 items set to Packed/)).toBeInTheDocument();
  await person.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(screen.getAllByText("Set back")).toHaveLength(2));
  expect(sent.slice(2)).toEqual([
    { id: 1, version: 2 },
    { id: 2, version: 2 },
  ]);
});

test("a change is undone though its list of stuck orders has dropped the row", async () => {
  serveOrders(orders);
  let stuck = orders.slice(0, 1);
  server.use(
    http.get("*/api/order/", ({ request }) => {
      if (!new URL(request.url).searchParams.has("stuck")) return undefined;
      const counts = { ordered: stuck.length, packed: 0, shipped: 0, delivered: 0, cancelled: 0 };
      return answer(stuck as never, { counts });
    }),
  );
  const sent = saving();
  const { person } = openAdmin(`${board}?stuck=ordered`);
  await person.click(await status(1058));
  stuck = [];
  await person.click(screen.getByRole("option", { name: "Packed" }));
  expect(await screen.findByRole("heading", { name: "No orders found" })).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ id: 1, version: 2 });
  expect(await screen.findByText("1 item set back")).toBeInTheDocument();
});

test("the courier is entered as long as it takes, though the row has left the list meanwhile", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveOrders(orders);
  saving();
  const sent: unknown[] = [];
  server.use(
    http.get("*/api/order/shipment/", () => answer({ couriers: ["Blue Dart"], history: [] })),
    http.post("*/api/order/shipment/", async ({ request }) => {
      const { itemId, courier, trackingNumber } = (await request.json()) as Record<string, unknown>;
      sent.push({ itemId, courier, trackingNumber });
      const saved = { orderId: 1058, itemId: 1, customerId: 7, courier, trackingNumber, trackingUrl: null };
      return answer({ ...saved, shipmentVersion: 2, at: "", changedBy: "Karthik" } as never);
    }),
  );
  const { person } = openAdmin(`${board}?status=ordered`);
  await person.click(await status(1058));
  await person.click(screen.getByRole("option", { name: "Shipped" }));
  await person.click(await screen.findByRole("button", { name: "Enter courier of item 1 of order 1058" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Courier, order 1058" }));
  expect(dialog.getByLabelText("Courier")).toHaveFocus();
  await dialog.findByRole("option", { name: "Blue Dart" });
  await person.selectOptions(dialog.getByLabelText("Courier"), "Blue Dart");
  await act(() => vi.advanceTimersByTimeAsync(25_000));
  expect(screen.queryByText("Piece 1", { selector: ".nm" })).not.toBeInTheDocument();
  await person.type(dialog.getByLabelText("Tracking number"), "774109");
  await person.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ itemId: 1, courier: "Blue Dart", trackingNumber: "774109" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("the courier of an item is offered for 20 seconds after it is shipped, whatever was set before", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveOrders(orders);
  saving();
  const { person } = openAdmin(board);
  await person.click(await status(1058));
  await person.click(screen.getByRole("option", { name: "Packed" }));
  await screen.findByText("Saved");
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  await person.click(await status(1058));
  await person.click(screen.getByRole("option", { name: "Shipped" }));
  const offer = () => screen.queryByRole("button", { name: "Enter courier of item 1 of order 1058" });
  await waitFor(() => expect(offer()).toBeInTheDocument());
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  expect(offer()).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  expect(offer()).not.toBeInTheDocument();
});

test("an undo is refused if another admin changed the item, even to the same status", async () => {
  serveOrders(orders);
  saving();
  const { person } = openAdmin(board);
  await person.click(await status(1058));
  await person.click(screen.getByRole("option", { name: "Shipped" }));
  const theirs = wire(changeOf({ ...first, version: 2 }, "ordered", { changedBy: "Priya Menon" }));
  server.use(http.post("*/api/order/", () => answer([{ id: 1, code: 409, message: "Changed.", data: theirs }])));
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  expect(await screen.findByText(/Not saved: Priya Menon set Ordered/)).toBeInTheDocument();
  expect(await status(1058)).toHaveTextContent("Ordered");
});

test("an undo that fails is offered again as an undo, and the row has no Retry that would set the former status", async () => {
  serveOrders(orders);
  const sent = saving();
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select all items shown" }));
  await person.click(screen.getByRole("button", { name: "Packed" }));
  expect(await screen.findByText(/2 items set to Packed/)).toBeInTheDocument();
  const undone = wire(undoOf({ ...first, version: 2 }));
  server.use(
    http.post(
      "*/api/order/",
      () =>
        answer([
          { id: 1, code: 200, message: "Status updated", data: undone },
          { id: 2, code: 500, message: "Try again.", data: null },
        ]),
      { once: true },
    ),
  );
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("1 item set back, 1 not")).toBeInTheDocument();
  expect(screen.getByText(/^Failed to update status/, { selector: ".text" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Retry/ })).not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("1 item set back")).toBeInTheDocument();
  expect(await status(1057)).toHaveTextContent("Ordered");
  expect(sent.slice(2)).toEqual([{ id: 2, version: 2 }]);
  expect(screen.queryByRole("button", { name: "Undo" })).not.toBeInTheDocument();
});

test("in a row, keys go to the next one, pick it and set its status", async () => {
  serveOrders(orders);
  const sent = saving();
  const { person } = openAdmin(board);
  (await status(1058)).focus();
  await person.keyboard("j");
  expect(await status(1057)).toHaveFocus();
  await person.keyboard("x");
  expect(screen.getByRole("checkbox", { name: "Select item 1 of order 1057" })).toBeChecked();
  await person.keyboard("x3");
  await waitFor(() => expect(sent).toEqual([{ id: 2, status: "shipped", version: 1 }]));
  await waitFor(async () => expect(await status(1057)).toHaveTextContent("Shipped"));
  (await status(1057)).focus();
  await person.keyboard("k");
  expect(await status(1058)).toHaveFocus();
});

// The mock server garbles responses of more than 64 kB, which is about 50 orders.
test("only visible rows of a long list are rendered, and a change reaches its row", async () => {
  const many = Array.from({ length: 45 }, (_, at) => order(2000 - at, "Meera Joshi", [item(5000 - at, 2000 - at)]));
  serveOrders(many);
  const { arrive } = openAdmin(board);
  await status(2000);
  const table = screen.getByRole("table", { name: "Order items" });
  expect(table).toHaveAttribute("aria-rowcount", "46");
  expect(within(table).getAllByRole("row").length).toBeLessThan(40);
  serveOrders([order(1999, "Meera Joshi", [item(4999, 1999, "delivered")])]);
  arrive("order.status_changed", changeOf(item(4999, 1999), "delivered", { changedBy: "Priya Menon" }));
  expect(await status(1999)).toHaveTextContent("Delivered");
  expect(await screen.findByRole("button", { name: "Delivered 1" })).toBeInTheDocument();
});

test("the sort order is in the URL and is the server's", async () => {
  const asked = serveOrders(orders);
  const { person } = openAdmin(board);
  await status(1058);
  await person.click(screen.getByRole("button", { name: "Age" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("oldest"));
  expect(screen.getByText("2 items, oldest first")).toBeInTheDocument();
  await person.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Customer, A to Z");
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("customer"));
});

test("a hidden column stays hidden", async () => {
  serveOrders(orders);
  const { person, unmount } = openAdmin(board);
  await status(1058);
  await person.click(screen.getByRole("button", { name: "Fields" }));
  await person.click(screen.getByRole("checkbox", { name: "Customer" }));
  expect(screen.getByRole("table", { name: "Order items" })).toHaveClass("no-customer");
  unmount();
  openAdmin(board);
  await status(1058);
  expect(screen.getByRole("table", { name: "Order items" })).toHaveClass("no-customer");
});

/** A server whose responses the test releases. */
function savingLater(items = [first, second]) {
  const waiting: (() => void)[] = [];
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      const body = (await request.json()) as Sent & { items?: Sent[] };
      await new Promise<void>((done) => waiting.push(done));
      const saved = ({ id, status, version }: Sent) => {
        const row = items.find(({ itemId }) => itemId === id) ?? first;
        return wire(status ? changeOf({ ...row, version }, status) : undoOf({ ...row, version }));
      };
      if (!body.items) return answer(saved(body));
      return answer(body.items.map((one) => ({ id: one.id, code: 200, message: "Status updated", data: saved(one) })));
    }),
  );
  return { save: () => waiting.splice(0).map((done) => done()), asked: () => waiting.length };
}

const rowOf = (id: number) => screen.getByRole("row", { name: new RegExp(`^Select item 1 of order ${id}`) });

test("the focus stays in the row while its status is saved", async () => {
  serveOrders(orders);
  const { save, asked } = savingLater();
  const { person } = openAdmin(board);
  (await status(1058)).focus();
  await person.keyboard("2");
  await waitFor(() => expect(asked()).toBe(1));
  expect(rowOf(1058)).toHaveFocus();
  save();
  await waitFor(async () => expect(await status(1058)).toHaveFocus());
  expect(await status(1058)).toHaveTextContent("Packed");

  await person.keyboard("3");
  await waitFor(() => expect(asked()).toBe(1));
  await person.keyboard("j");
  expect(await status(1057)).toHaveFocus();
  save();
  await waitFor(async () => expect(await status(1058)).toHaveTextContent("Shipped"));
  expect(await status(1057)).toHaveFocus();
});

test("an undo by key leaves the focus in the row", async () => {
  serveOrders(orders);
  saving();
  const { person } = openAdmin(board);
  (await status(1057)).focus();
  await person.keyboard("2");
  await waitFor(async () => expect(await status(1057)).toHaveTextContent("Packed"));
  await person.keyboard("{Control>}z{/Control}");
  expect(await screen.findByText("Set back")).toBeInTheDocument();
  await waitFor(async () => expect(await status(1057)).toHaveFocus());
  await person.keyboard("k");
  expect(await status(1058)).toHaveFocus();
});

test("the undo button returns the focus to the row", async () => {
  serveOrders(orders);
  saving();
  const { person } = openAdmin(board);
  (await status(1057)).focus();
  await person.keyboard("2");
  const button = await screen.findByRole("button", { name: "Undo" });
  button.focus();
  await person.keyboard("{Enter}");
  expect(await screen.findByText("Set back")).toBeInTheDocument();
  await waitFor(async () => expect(await status(1057)).toHaveFocus());
});

test("after a bulk change the focus returns to the last focused row", async () => {
  serveOrders(orders);
  saving();
  const { person } = openAdmin(board);
  (await status(1058)).focus();
  await person.keyboard("xjx");
  const bar = screen.getByRole("region", { name: "Selected items" });
  within(bar).getByRole("button", { name: "Packed" }).focus();
  await person.keyboard("{Enter}");
  expect(await screen.findByText(/2 items set to Packed/)).toBeInTheDocument();
  await waitFor(async () => expect(await status(1057)).toHaveFocus());
  await person.keyboard("k");
  expect(await status(1058)).toHaveFocus();
});

test("if the row left the list, the row in its place gets the focus", async () => {
  serveOrders(orders);
  saving();
  const { person } = openAdmin(`${board}?status=ordered`);
  (await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" })).focus();
  await person.keyboard("x");
  within(screen.getByRole("region", { name: "Selected items" }))
    .getByRole("button", { name: "Shipped" })
    .focus();
  await person.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByText("Piece 1")).not.toBeInTheDocument());
  await waitFor(async () => expect(await status(1057)).toHaveFocus());
});

test("a retry keeps the focus in its row", async () => {
  serveOrders(orders);
  server.use(http.post("*/api/order/", () => HttpResponse.error()));
  const { person } = openAdmin(board);
  (await status(1058)).focus();
  await person.keyboard("2");
  const retry = await screen.findByRole("button", { name: "Retry item 1 of order 1058" });
  saving();
  retry.focus();
  await person.keyboard("{Enter}");
  await waitFor(async () => expect(await status(1058)).toHaveTextContent("Packed"));
  await waitFor(async () => expect(await status(1058)).toHaveFocus());
});

test("a click outside the board keeps the focus there", async () => {
  serveOrders(orders);
  saving();
  const { person, arrive } = openAdmin(board);
  await person.click(await status(1058));
  await person.keyboard("{Escape}");
  await person.click(screen.getByRole("heading", { name: "Order Management" }));
  expect(screen.getByRole("main")).toHaveFocus();
  arrive("order.placed", order(1059, "Fatima Sheikh", [item(9, 1059)]));
  expect(await screen.findByText("Piece 9")).toBeInTheDocument();
  expect(screen.getByRole("main")).toHaveFocus();
  await person.keyboard("j");
  expect(await status(1058)).toHaveFocus();
});

test("J steps in from a button that was clicked, but not from a field or an open menu", async () => {
  serveOrders(orders);
  const sent = saving();
  const { person } = openAdmin(board);
  (await status(1058)).focus();
  await person.keyboard("j");
  await person.click(screen.getByRole("button", { name: "All orders 2" }));
  await person.keyboard("j");
  expect(await status(1057)).toHaveFocus();
  await person.keyboard("k3");
  await waitFor(() => expect(sent).toEqual([{ id: 1, status: "shipped", version: 1 }]));
  const search = screen.getByRole("searchbox", { name: "Search orders" });
  await person.click(search);
  await person.keyboard("j");
  expect(search).toHaveFocus();
  await person.clear(search);
  const menu = await status(1057);
  await person.click(menu);
  await person.keyboard("j");
  expect(menu).toHaveAttribute("aria-expanded", "true");
});

test("Enter on the number opens the details, and closing them restores the focus", async () => {
  serveOrders(orders);
  const { person } = openAdmin(board);
  const box = await screen.findByRole("button", { name: "Details of order 1057" });
  box.focus();
  await person.keyboard("{Enter}");
  expect(await screen.findByRole("dialog", { name: "Order 1057" })).toBeInTheDocument();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(box).toHaveFocus());
});

test("in the columns, shortcuts move a card and the focus follows it", async () => {
  serveOrders(orders);
  saving();
  const { person } = openAdmin(`${board}?view=columns`);
  const ordered = await screen.findByRole("region", { name: "Ordered" });
  const packed = screen.getByRole("region", { name: "Packed" });
  const move = (id: number) => screen.findByRole("combobox", { name: `Move item 1 of order ${id}` });
  (await move(1058)).focus();
  await person.keyboard("j");
  expect(await move(1057)).toHaveFocus();
  await person.keyboard("2");
  expect(await within(packed).findByText("Piece 2")).toBeInTheDocument();
  await waitFor(() => expect(within(ordered).queryByText("Piece 2")).not.toBeInTheDocument());
  await waitFor(async () => expect(await move(1057)).toHaveFocus());
});

test("Ctrl A selects all loaded rows, and in a text field the text", async () => {
  serveOrders(orders);
  const { person } = openAdmin(board);
  await status(1058);
  await person.click(screen.getByRole("searchbox", { name: "Search orders" }));
  await person.keyboard("{Control>}a{/Control}");
  expect(screen.queryByRole("region", { name: "Selected items" })).not.toBeInTheDocument();
  await person.click(screen.getByRole("heading", { name: "Order Management" }));
  await person.keyboard("{Control>}a{/Control}");
  expect(await screen.findByRole("region", { name: "Selected items" })).toHaveTextContent("2 items selected");
});

test("slips are printed of what is sent: an order that is cancelled altogether has none", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058, "cancelled")]), order(1057, "Arjun Nair", [second])]);
  const { person } = openAdmin(board);
  const pick = (id: number) => screen.findByRole("checkbox", { name: `Select item 1 of order ${id}` });
  await person.click(await pick(1058));
  await person.keyboard("l");
  expect(await screen.findByText("All of it is cancelled. There is nothing to print.")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await person.click(await pick(1057));
  await person.keyboard("l");
  expect(await screen.findByRole("dialog", { name: "Print for 1 order" })).toBeInTheDocument();
});

test("by keyboard alone: a search, its rows, and P packs them though the status has the focus", async () => {
  const asked = serveOrders(orders);
  server.use(
    http.get("*/api/order/packing/", () => answer([])),
    http.get("*/api/order/shipment/", () => answer({ couriers: [], history: [] })),
  );
  const { person } = openAdmin(board);
  await status(1058);
  await person.keyboard("/a{Enter}");
  await waitFor(() => expect(asked.at(-1)?.get("search")).toBe("a"));
  await person.keyboard("j");
  expect(await status(1058)).toHaveFocus();
  await person.keyboard("xjx");
  expect(await status(1057)).toHaveFocus();
  await person.keyboard("P");
  expect(await screen.findByRole("heading", { name: "Pack order 1057" })).toBeInTheDocument();
});
