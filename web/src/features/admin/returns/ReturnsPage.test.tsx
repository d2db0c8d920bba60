import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { admin, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { Return } from "@/shared/orders/returnsApi";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";

const at = "2026-11-20T10:15:00.000Z";
const stuckReturns = [{ rule: "return", orders: 1, hours: 24, oldest: at }];
const requested = (id: number, productName: string): Return => ({
  id,
  orderId: 1000 + id,
  itemId: id,
  customerId: 7,
  productId: id,
  productName,
  productImageUrl: "",
  size: null,
  quantity: 1,
  amount: 64_852,
  refunded: null,
  reason: "It does not fit",
  note: `The note about ${productName}.`,
  status: "requested",
  answer: "",
  version: 1,
  requestedAt: at,
  history: [{ status: "requested", from: null, at, version: 1 }],
  customerName: "Ananya Iyer",
  changedBy: null,
  intoStock: null,
  stockNote: null,
});

let returns: Return[];
let asked: URLSearchParams[];
let steps: unknown[];

beforeEach(() => {
  serveOrders([92, 94, 95].map((id) => order(1000 + id, "Ananya Iyer", [item(id, 1000 + id, "delivered")])));
  returns = [requested(92, "Line Bracelet"), requested(94, "Halo Ring"), requested(95, "Lotus Pendant")];
  asked = [];
  steps = [];
  server.use(
    http.get("*/api/order/stuck/", () => answer(stuckReturns)),
    http.get("*/api/return/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const one = /^R-(\d+)$/.exec(query.get("search") ?? "");
      const rows = returns.filter(({ id, status }) => (one ? id === Number(one[1]) : status === query.get("status")));
      return answer(structuredClone(rows) as never, {
        counts: { requested: rows.length },
        deskCounts: { mine: 1, unassigned: 2 },
        desk: [{ orderId: 1092, assignee: { id: 2, name: "Priya Menon" }, version: 1, notes: 2 }],
      });
    }),
    http.post("*/api/return/", async ({ request }) => {
      const id = Number(new URL(request.url).searchParams.get("id"));
      const step = (await request.json()) as { action: "approve" | "close" | "decline"; note?: string };
      steps.push({ id, ...step });
      const row = returns.find((each) => each.id === id) as Return;
      row.status = ({ approve: "approved", close: "refunded", decline: "declined" } as const)[step.action];
      row.answer = step.note ?? "";
      row.version += 1;
      return answer(structuredClone(row) as never);
    }),
  );
});

afterEach(() => vi.restoreAllMocks());

function onScreen(width: number) {
  vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const [, least] = /min-width: ([\d.]+)em/.exec(query) ?? [];
    const list = { matches: least !== undefined && width >= Number(least) * 16, media: query };
    return Object.assign(new EventTarget(), list) as unknown as MediaQueryList;
  });
}

const rowOf = (id: number) => screen.findByRole("button", { name: `R-${id}` });
const pane = (id: number) => screen.findByRole("region", { name: `Return R-${id}` });
const isGone = (id: number) =>
  waitFor(() => expect(screen.queryByRole("button", { name: `R-${id}` })).not.toBeInTheDocument());

test("a wide page shows a return beside the list, and J and K walk the list", async () => {
  onScreen(1440);
  const { person } = openAdmin("/admin/returns");
  expect(await within(await pane(92)).findByText("The note about Line Bracelet.")).toBeInTheDocument();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Return above" })).toBeDisabled();
  await person.keyboard("j");
  await within(await pane(94)).findByText("The note about Halo Ring.");
  expect(await rowOf(94)).toHaveFocus();
  expect((await rowOf(94)).closest("tr")).toHaveAttribute("aria-current", "true");
  await person.keyboard("jj");
  await pane(95);
  expect(screen.getByRole("button", { name: "Next return" })).toBeDisabled();
  await person.keyboard("k");
  await pane(94);
  (await rowOf(92)).focus();
  await person.keyboard("{Enter}");
  await pane(92);
});

test("the returns of the admin wait until it is known who that is", async () => {
  const known = latch();
  server.use(
    http.get("*/api/admin/me/", async () => {
      await known.opened;
      return answer({ ...admin });
    }),
  );
  const { person } = openAdmin("/admin/returns");
  await rowOf(92);
  await person.click(screen.getByRole("button", { name: /^Mine/ }));
  expect(screen.queryByRole("button", { name: "R-92" })).not.toBeInTheDocument();
  known.open();
  await rowOf(92);
  expect(asked.at(-1)?.get("assignedTo")).toBe(String(admin.id));
});

test("of a list that is not loaded whole, the count and the sum are of its first returns", async () => {
  server.use(
    http.get("*/api/return/", () => answer(structuredClone(returns) as never, { nextCursor: "next", desk: [] })),
  );
  openAdmin("/admin/returns");
  expect(await screen.findByText("The first 3 returns, ₹1,94,556.00, oldest first")).toBeInTheDocument();
});

test("Y approves once; what was decided stays shown, and J shows the one that took its place", async () => {
  onScreen(1440);
  const { person } = openAdmin("/admin/returns");
  await pane(92);
  await person.keyboard("j");
  await pane(94);
  await person.keyboard("y");
  await isGone(94);
  expect(await within(await pane(94)).findByRole("button", { name: "Mark received" })).toBeInTheDocument();
  await waitFor(async () => expect(await rowOf(95)).toHaveFocus());
  await person.keyboard("y");
  expect(steps).toEqual([{ id: 94, action: "approve", version: 1 }]);
  await person.keyboard("j");
  await pane(95);
  await person.keyboard("k");
  await pane(92);
});

test("D asks for the reason, where keys are letters; the focus goes back to a row", async () => {
  onScreen(1440);
  const { person } = openAdmin("/admin/returns");
  await pane(92);
  await person.keyboard("j");
  await pane(94);
  await person.keyboard("k");
  await pane(92);
  await person.keyboard("d");
  const reason = await screen.findByLabelText("Reason, the shopper reads it");
  expect(reason).toHaveFocus();
  await person.keyboard("jolly day");
  expect(reason).toHaveValue("jolly day");
  await person.click(screen.getByRole("button", { name: "Decline" }));
  await isGone(92);
  expect(steps).toEqual([{ id: 92, action: "decline", version: 1, note: "jolly day" }]);
  await waitFor(async () => expect(await rowOf(94)).toHaveFocus());
});

test("a refused decision is told, and the return as it is now is shown", async () => {
  onScreen(1440);
  server.use(http.post("*/api/return/", () => refusal(409, "Priya Menon has just approved this return.")));
  const { person } = openAdmin("/admin/returns");
  const shown = await pane(92);
  await within(shown).findByRole("button", { name: "Approve" });
  await person.keyboard("y");
  expect(await within(shown).findByRole("alert")).toHaveTextContent("Priya Menon has just approved this return.");
});

test.each([
  [64_852, "All that was paid went back already.", false],
  [200_000, "₹64,852.00 went back already, by a refund that named no return.", true],
])("a received return whose money went back before is closed: paid %d", async (paid, why, isRefundable) => {
  onScreen(1440);
  const made = order(1092, "Ananya Iyer", [item(92, 1092, "delivered")]);
  const payment = { ...made.payment, status: "part_refunded", paid, refunded: 64_852, due: 0 } as const;
  serveOrders([{ ...made, payment: { ...payment, closableReturn: 64_852 } }]);
  Object.assign(returns[0] as Return, { status: "received", version: 3 });
  const { person } = openAdmin("/admin/returns?return=92&status=received");
  const shown = within(await pane(92));
  expect(await shown.findByText(why)).toBeInTheDocument();
  expect(shown.queryByRole("heading", { name: "Refund" }) !== null).toBe(isRefundable);
  await person.click(await shown.findByRole("button", { name: "Close return" }));
  await waitFor(() => expect(steps).toEqual([{ id: 92, action: "close", version: 3 }]));
  await waitFor(() => expect(shown.queryByRole("button", { name: "Close return" })).not.toBeInTheDocument());
});

test("a received piece that is in no count says so", async () => {
  onScreen(1440);
  const stockNote = "Nath does not come in size 14 any more, so 1 piece that came back is in no count.";
  Object.assign(returns[0] as Return, { status: "received", version: 3, intoStock: true, stockNote });
  openAdmin("/admin/returns?return=92&status=received");
  const shown = within(await pane(92));
  expect(await shown.findByText(stockNote)).toBeInTheDocument();
  expect(shown.queryByText("Back into stock.")).not.toBeInTheDocument();
});

test.each([
  ["due", "upi", true],
  ["due", "online", false],
  ["cancelled", "bank", false],
] as const)("a received return of an unpaid order is closed: %s, %s", async (status, method, mayBePaid) => {
  onScreen(1440);
  const due = status === "due" ? 128_520 : 0;
  const made = order(1092, "Ananya Iyer", [item(92, 1092, "delivered")]);
  serveOrders([{ ...made, payment: { ...made.payment, status, method, due, closableReturn: 64_852 } }]);
  Object.assign(returns[0] as Return, { status: "received", version: 3 });
  const { person } = openAdmin("/admin/returns?return=92&status=received");
  const shown = within(await pane(92));
  const nothing = "If nothing was paid for the order, nothing is to be paid back.";
  const says = status === "due" ? `${nothing} ₹64,852.00 of it is not due any more.` : nothing;
  expect(await shown.findByText(says)).toBeInTheDocument();
  expect(shown.queryByText(/Confirm the payment in the order first/) !== null).toBe(mayBePaid);
  await person.click(shown.getByRole("button", { name: "Close return" }));
  await waitFor(() => expect(steps).toEqual([{ id: 92, action: "close", version: 3 }]));
});

test("a received return whose money has not gone back is not closed", async () => {
  onScreen(1440);
  const made = order(1092, "Ananya Iyer", [item(92, 1092, "delivered")]);
  const payment = { ...made.payment, status: "part_refunded", paid: 200_000, refunded: 64_851, due: 0 } as const;
  serveOrders([{ ...made, payment: { ...payment, closableReturn: 64_851 } }]);
  Object.assign(returns[0] as Return, { status: "received", version: 3 });
  openAdmin("/admin/returns?return=92&status=received");
  const shown = within(await pane(92));
  expect(await shown.findByRole("heading", { name: "Refund" })).toBeInTheDocument();
  expect(shown.queryByRole("button", { name: "Close return" })).not.toBeInTheDocument();
});

test("a change by a colleague shows at once beside the list", async () => {
  onScreen(1440);
  const { arrive } = openAdmin("/admin/returns");
  const shown = await pane(92);
  await within(shown).findByRole("button", { name: "Approve" });
  Object.assign(returns[0] as Return, { status: "declined", answer: "It was worn.", version: 2 });
  arrive("return.changed", { id: 92 });
  expect(await within(shown).findByText("It was worn.")).toBeInTheDocument();
  await isGone(92);
});

test("without the right to decide, Y and D do nothing", async () => {
  onScreen(1440);
  const operations = admin.operations.filter((each) => each !== "change_return");
  server.use(http.get("*/api/admin/me/", () => answer({ ...admin, operations })));
  const { person } = openAdmin("/admin/returns");
  await within(await pane(92)).findByText("Decisions about returns stay with orders.");
  await person.keyboard("yd");
  expect(screen.queryByLabelText("Reason, the shopper reads it")).not.toBeInTheDocument();
  expect(steps).toEqual([]);
});

test("a narrow page opens a return in a dialog, with the same keys", async () => {
  onScreen(1024);
  const { person } = openAdmin("/admin/returns");
  await rowOf(92);
  expect(screen.queryByRole("region", { name: "Return R-92" })).not.toBeInTheDocument();
  await person.keyboard("jj");
  expect(await rowOf(94)).toHaveFocus();
  await person.keyboard("{Enter}");
  const dialog = await screen.findByRole("dialog", { name: "Return R-94" });
  await within(dialog).findByRole("button", { name: "Approve" });
  await person.keyboard("y");
  await within(dialog).findByRole("button", { name: "Mark received" });
  expect(steps).toEqual([{ id: 94, action: "approve", version: 1 }]);
});

test("a request that waits too long is marked; the list says who has the order, and how many notes it has", async () => {
  onScreen(1440);
  Object.assign(returns[1] as Return, { requestedAt: new Date(Date.now() - 3_600_000).toISOString() });
  openAdmin("/admin/returns");
  const late = (await rowOf(92)).closest("tr") as HTMLElement;
  expect(await within(late).findByText("late, over 24 h")).toBeInTheDocument();
  expect(late).toHaveTextContent("Priya Menon");
  expect(within(late).getByTitle("2 notes")).toBeInTheDocument();
  const fresh = (await rowOf(94)).closest("tr") as HTMLElement;
  expect(within(fresh).getByText("of 24 h")).toBeInTheDocument();
  expect(screen.getByText(/3 returns, ₹1,94,556.00, oldest first/)).toBeInTheDocument();
});

test("the queue is narrowed to one's own, to nobody's and to a reason", async () => {
  onScreen(1440);
  const { person } = openAdmin("/admin/returns");
  const assigned = within(await screen.findByRole("group", { name: "Assigned to" }));
  await person.click(await assigned.findByRole("button", { name: "Mine 1" }));
  await waitFor(() => expect(asked.at(-1)?.get("assignedTo")).toBe(String(admin.id)));
  await person.click(assigned.getByRole("button", { name: "Unassigned 2" }));
  await waitFor(() => expect(asked.at(-1)?.get("assignedTo")).toBe("nobody"));
  await person.selectOptions(screen.getByRole("combobox", { name: "Reason" }), "It does not fit");
  await waitFor(() => expect(asked.at(-1)?.get("reason")).toBe("It does not fit"));
});

test("of a status that cannot be loaded, only the counts of all returns are shown", async () => {
  const { person } = openAdmin("/admin/returns");
  expect(await screen.findByRole("button", { name: "Mine 1" })).toBeInTheDocument();
  server.use(http.get("*/api/return/", () => refusal(403, "")));
  await person.click(screen.getByRole("button", { name: "Declined" }));
  expect(await screen.findByRole("heading", { name: "Returns could not be loaded" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Requested 3" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Mine" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Unassigned" })).toBeInTheDocument();
});
