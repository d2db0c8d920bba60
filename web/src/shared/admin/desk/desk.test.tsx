// The assignment of an order and the notes about it, on the board and on the page of an order.

import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { admin, board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { deskSeen } from "@/shared/admin/desk/deskSlice";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";

const orders = [order(1058, "Meera Joshi", [item(1, 1058)]), order(1057, "Arjun Nair", [item(2, 1057)])];
const at = "2026-11-20T05:00:00.000Z";
const priya = { id: 2, name: "Priya Menon" };
const deskOf = (orderId: number, assignee: typeof priya | null, version: number, notes = 0) => ({
  orderId,
  assignee,
  version,
  notes,
});
const stored = () => JSON.stringify({ ...window.sessionStorage });
const hands = (id: number, now: string) => screen.findByRole("button", { name: `Assign order ${id}, now ${now}` });

/** A server that assigns orders. Returns the bodies that it received. */
function assigning() {
  const sent: object[] = [];
  server.use(
    http.post("*/api/order/assignment/", async ({ request }) => {
      const wanted = (await request.json()) as { orderId: number; adminId: number | null; version: number };
      sent.push(wanted);
      const assignee = wanted.adminId === 1 ? { id: 1, name: "Karthik Rao" } : wanted.adminId === 2 ? priya : null;
      return answer(deskOf(wanted.orderId, assignee, wanted.version + 1));
    }),
  );
  return sent;
}

test("I takes an order, A gives it to a colleague, and another page's change shows at once", async () => {
  serveOrders(orders);
  const sent = assigning();
  const { person, arrive } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" }));
  await person.keyboard("i");
  await hands(1058, "Karthik Rao");
  await person.keyboard("a");
  const list = await screen.findByRole("listbox", { name: "Assign order 1058 to" });
  await within(list).findByRole("option", { name: /Priya Menon/ });
  await person.keyboard("p{Enter}");
  await hands(1058, "Priya Menon");
  expect(sent).toEqual([
    { orderId: 1058, adminId: 1, version: 0 },
    { orderId: 1058, adminId: 2, version: 1 },
  ]);
  arrive("desk.assigned", { ...deskOf(1057, priya, 1, 2), changedBy: "Priya Menon", at: "2026-11-20T05:00:00.000Z" });
  await hands(1057, "Priya Menon");
  arrive("desk.note_added", { orderId: 1057, noteId: 9, notes: 3, writtenBy: "Priya Menon" });
  expect(await screen.findByTitle("3 notes")).toBeInTheDocument();
  // An event that is older than what is shown changes nothing.
  arrive("desk.assigned", { ...deskOf(1058, null, 1), changedBy: "Priya Menon", at: "2026-11-20T05:00:00.000Z" });
  await hands(1058, "Priya Menon");
});

test("all orders of the selected items are assigned at once", async () => {
  serveOrders(orders);
  const sent = assigning();
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select all items shown" }));
  await person.click(await screen.findByRole("button", { name: "Assign 2 orders" }));
  await person.click(await screen.findByRole("option", { name: /Priya Menon/ }));
  await hands(1058, "Priya Menon");
  await hands(1057, "Priya Menon");
  expect(sent).toHaveLength(2);
});

test("Enter before the staff are loaded assigns nobody, and the list says that they load", async () => {
  serveOrders(orders);
  const sent = assigning();
  const { opened: loaded, open: load } = latch();
  server.use(
    http.get("*/api/order/assignment/", async () => {
      await loaded;
      return answer({ people: [{ ...priya, openOrders: 0 }], mine: 0, unassigned: 0 });
    }),
  );
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" }));
  await person.keyboard("a");
  const list = await screen.findByRole("listbox", { name: "Assign order 1058 to" });
  expect(within(list).getByRole("option", { name: "Loading" })).toHaveAttribute("aria-disabled", "true");
  expect(within(list).queryByRole("option", { name: "Nobody" })).not.toBeInTheDocument();
  await person.keyboard("{ArrowDown}n{Enter}");
  load();
  expect(await within(list).findByRole("option", { name: /Priya Menon/ })).toBeInTheDocument();
  expect(sent).toEqual([]);
  await person.keyboard("{Enter}");
  await hands(1058, "Priya Menon");
  expect(sent).toEqual([{ orderId: 1058, adminId: 2, version: 0 }]);
});

test("a list of staff that cannot be loaded says so, and is loaded again when it is opened again", async () => {
  serveOrders(orders);
  const sent = assigning();
  let fails = true;
  server.use(http.get("*/api/order/assignment/", () => (fails ? refusal(503, "Not now.") : undefined)));
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select all items shown" }));
  const button = await screen.findByRole("button", { name: "Assign 2 orders" });
  await person.click(button);
  const problem = await screen.findByRole("option", { name: "The shop could not do this just now. Please try again." });
  await person.click(problem);
  expect(sent).toEqual([]);
  await person.keyboard("{Escape}");
  expect(button).toHaveFocus();
  fails = false;
  await person.click(button);
  expect(await screen.findByRole("option", { name: /Priya Menon/ })).toBeInTheDocument();
});

test("a colleague who was first is shown, and the loser is told", async () => {
  serveOrders(orders);
  server.use(http.post("*/api/order/assignment/", () => refusal(409, "Stale", { data: deskOf(1058, priya, 4) })));
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" }));
  await person.keyboard("i");
  expect(await screen.findByText(/was assigned to Priya Menon meanwhile/)).toBeInTheDocument();
  await hands(1058, "Priya Menon");
});

test("the board asks for the orders of nobody, and of oneself", async () => {
  const asked = serveOrders(orders);
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("button", { name: "Unassigned 2" }));
  await waitFor(() => expect(asked.some((query) => query.get("assignedTo") === "nobody")).toBe(true));
  await person.click(screen.getByRole("button", { name: "Mine 2" }));
  await waitFor(() => expect(asked.some((query) => query.get("assignedTo") === "1")).toBe(true));
});

test("the tabs Mine and Unassigned count items as the other tabs do, and follow the orders", async () => {
  serveOrders(orders);
  const own = { ordered: 2, packed: 1, shipped: 0, delivered: 0, cancelled: 0 };
  const unassigned = { ...own, ordered: 4 };
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const assignedTo = new URL(request.url).searchParams.get("assignedTo");
      if (assignedTo) return answer([], { counts: { ...(assignedTo === "1" ? own : unassigned) } });
    }),
  );
  const { arrive } = openAdmin(board);
  expect(await screen.findByRole("button", { name: "Mine 3" })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Unassigned 5" })).toBeInTheDocument();
  // A colleague delivers all items of one of the person's orders, so it is no longer open. An unassigned order is
  // placed.
  own.ordered = 1;
  unassigned.ordered = 6;
  arrive("order.status_changed", changeOf(item(1, 1058), "delivered", { changedBy: "Priya Menon" }));
  expect(await screen.findByRole("button", { name: "Mine 2" })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Unassigned 7" })).toBeInTheDocument();
});

test("an erased order takes no notes", async () => {
  serveOrders(orders);
  server.use(http.get("*/api/order/notes/", () => answer([], { isErased: true })));
  openAdmin("/admin/orders/1058");
  expect(await screen.findByText("No notes yet. Only staff read them.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Add note/ })).not.toBeInTheDocument();
});

test("an open order loses its notes and their field when its customer is erased", async () => {
  serveOrders(orders);
  const note = { id: 1, orderId: 1058, text: "She rang.", adminId: 1, writtenBy: "Karthik Rao" };
  let isErased = false;
  server.use(
    http.get("*/api/order/notes/", () =>
      answer(isErased ? [] : [{ ...note, at: "2026-11-20T05:00:00.000Z" }], { isErased }),
    ),
  );
  const { arrive } = openAdmin("/admin/orders/1058");
  expect(await screen.findByText("She rang.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /Add note/ })).toBeInTheDocument();
  isErased = true;
  arrive("customer.erased", { customerId: 7, orderIds: [1058] });
  expect(await screen.findByText("No notes yet. Only staff read them.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Add note/ })).not.toBeInTheDocument();
});

test("the number of notes goes from the board when a customer is erased, and no late answer brings it back", async () => {
  serveOrders(orders);
  const { arrive, store } = openAdmin(board);
  await hands(1058, "nobody");
  arrive("desk.note_added", { orderId: 1058, noteId: 9, notes: 3, writtenBy: "Priya Menon" });
  expect(await screen.findByTitle("3 notes")).toBeInTheDocument();
  arrive("customer.erased", { customerId: 7, orderIds: [1058] });
  await waitFor(() => expect(screen.queryByTitle("3 notes")).not.toBeInTheDocument());
  act(() => void store.dispatch(deskSeen([deskOf(1058, priya, 1, 3)])));
  await hands(1058, "Priya Menon");
  expect(screen.queryByTitle("3 notes")).not.toBeInTheDocument();
});

test("Enter opens the page of an order, where a note is written and shown", async () => {
  serveOrders(orders);
  const notes: object[] = [];
  server.use(
    http.get("*/api/order/notes/", () => answer(JSON.parse(JSON.stringify(notes)))),
    http.post("*/api/order/notes/", async ({ request }) => {
      const { orderId, text } = (await request.json()) as { orderId: number; text: string };
      const note = { id: 1, orderId, text, adminId: 1, writtenBy: "Karthik Rao", at: "2026-11-20T05:00:00.000Z" };
      notes.push(note);
      return answer({ ...note });
    }),
  );
  const { person } = openAdmin(board);
  await person.click(await screen.findByRole("checkbox", { name: "Select item 1 of order 1058" }));
  await person.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "Order 1058" })).toBeInTheDocument();
  expect(await screen.findByText("No notes yet. Only staff read them.")).toBeInTheDocument();
  await person.keyboard("n");
  await person.keyboard("She rang.{Control>}{Enter}{/Control}");
  const thread = await screen.findByRole("region", { name: "Notes" });
  expect(await within(thread).findByText("She rang.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Meera Joshi" })).toHaveAttribute("href", "/admin/customers/7");
});

test("what is typed while a note is sent stays when its answer arrives", async () => {
  serveOrders(orders);
  const { opened: answered, open } = latch();
  server.use(
    http.post("*/api/order/notes/", async () => {
      await answered;
      return answer({ id: 1, orderId: 1058, text: "She rang.", adminId: 1, writtenBy: "Karthik Rao", at });
    }),
  );
  const { person } = openAdmin("/admin/orders/1058");
  const field = await screen.findByLabelText("Write a note");
  const button = screen.getByRole("button", { name: /^Add note/ });
  await person.type(field, "She rang.");
  await person.click(button);
  expect(button).toBeDisabled();
  await person.type(field, " Again");
  open();
  await waitFor(() => expect(button).toBeEnabled());
  expect(field).toHaveValue("She rang. Again");
});

test("a note that is not sent yet is there again after J, K and a sign-in, but not for another person", async () => {
  serveOrders(orders);
  const state = { orders: [1058, 1057] };
  const field = () => screen.findByLabelText<HTMLTextAreaElement>("Write a note");
  const { person, unmount } = openAdmin({ pathname: "/admin/orders/1058", state });
  await person.type(await field(), "She rings at six.");
  (await field()).blur();
  await person.keyboard("j");
  await screen.findByRole("heading", { name: "Order 1057" });
  expect(await field()).toHaveValue("");
  await person.keyboard("k");
  await screen.findByRole("heading", { name: "Order 1058" });
  expect(await field()).toHaveValue("She rings at six.");
  unmount();
  const second = openAdmin("/admin/orders/1058");
  expect(await field()).toHaveValue("She rings at six.");
  second.unmount();
  const colleague = { ...admin, id: 2, name: "Priya Menon" };
  server.use(
    http.get("*/api/admin/me/", () => answer({ ...colleague })),
    http.post("*/api/admin/login/", () => answer({ ...colleague })),
  );
  window.localStorage.clear();
  openAdmin("/admin/login?next=%2Fadmin%2Forders%2F1058", { signedIn: false });
  await person.type(await screen.findByLabelText(/User id/), "priya@swarna.test");
  await person.type(screen.getByLabelText("Password"), "Secret@2026{Enter}");
  expect(await field()).toHaveValue("");
  expect(stored()).not.toContain("She rings at six.");
});

test("a note that is not sent yet is gone after a sign-out", async () => {
  serveOrders(orders);
  server.use(http.post("*/api/admin/logout/", () => answer(null)));
  const { person } = openAdmin("/admin/orders/1058");
  await person.type(await screen.findByLabelText("Write a note"), "She rings at six.");
  expect(stored()).toContain("She rings at six.");
  await person.click(screen.getByRole("button", { name: "Logout" }));
  expect(await screen.findByLabelText("Password")).toBeInTheDocument();
  expect(stored()).not.toContain("She rings at six.");
});

test("a note that is saved after its page was left is not there again", async () => {
  serveOrders(orders);
  const { opened: answered, open } = latch();
  server.use(
    http.post("*/api/order/notes/", async () => {
      await answered;
      return answer({ id: 1, orderId: 1058, text: "She rang.", adminId: 1, writtenBy: "Karthik Rao", at });
    }),
  );
  const { person } = openAdmin({ pathname: "/admin/orders/1058", state: { orders: [1058, 1057] } });
  const field = await screen.findByLabelText("Write a note");
  await person.type(field, "She rang.{Control>}{Enter}{/Control}");
  field.blur();
  await person.keyboard("j");
  await screen.findByRole("heading", { name: "Order 1057" });
  open();
  await waitFor(() => expect(stored()).not.toContain("She rang."));
  await person.keyboard("k");
  await screen.findByRole("heading", { name: "Order 1058" });
  expect(await screen.findByLabelText("Write a note")).toHaveValue("");
});
