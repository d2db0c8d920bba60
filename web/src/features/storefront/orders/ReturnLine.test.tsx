import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import type { OrderLine } from "@/shared/api/types";
import type { Return } from "@/shared/orders/returnsApi";
import { startClock } from "@/shared/test/clock";
import { asha, lines, order, orderItem } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { ReturnLine } from "./ReturnLine";
import { useReturnsOf } from "./useReturnsOf";

const asked = (over: Partial<Return> = {}): Return => ({
  id: 9,
  orderId: 40,
  itemId: 70,
  customerId: asha.id,
  productId: 5,
  productName: "Paithani Bridal Nath",
  productImageUrl: "/media/nath.webp",
  size: null,
  quantity: 1,
  amount: 92_533,
  refunded: null,
  reason: "It does not fit",
  note: "",
  status: "approved",
  answer: "",
  version: 2,
  requestedAt: "2026-11-20T10:00:00.000Z",
  history: [
    { status: "requested", from: null, at: "2026-11-20T10:00:00.000Z", version: 1 },
    { status: "approved", from: "requested", at: "2026-11-21T10:00:00.000Z", version: 2 },
  ],
  customerName: null,
  changedBy: null,
  intoStock: null,
  stockNote: null,
  ...over,
});

afterEach(() => vi.restoreAllMocks());

function show(returns: Return[], deliveredAt = new Date().toISOString(), payment: Partial<OrderLine["payment"]> = {}) {
  server.use(http.get("*/api/return/", () => answer(returns as never)));
  const item = orderItem({ status: "delivered", deliveredAt, productQuantity: 2, totalAmount: 185_066 });
  const line = lines(order({ items: [item] }))[0] as OrderLine;
  const paid = { ...line, payment: { ...line.payment, ...payment } };
  const store = makeStore("customer");
  return { store, ...renderWith(store, <ReturnLine line={paid} />) };
}

it("asks why and how many, and sends the request", async () => {
  const { person } = show([]);
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/return/", async ({ request }) => {
      sent.push(await request.json());
      return answer(asked() as never);
    }),
  );
  await person.click(await screen.findByRole("button", { name: "Return, Paithani Bridal Nath" }));
  const dialog = await screen.findByRole("dialog", { name: "Return this item" });
  expect(within(dialog).getByRole("button", { name: "Request return" })).toBeDisabled();
  await person.click(within(dialog).getByRole("radio", { name: "It does not fit" }));
  await person.selectOptions(within(dialog).getByRole("combobox", { name: "How many pieces?" }), "2 pieces");
  await person.type(within(dialog).getByRole("textbox"), "Size 14 ");
  expect(dialog).toHaveTextContent("₹1,85,066.00");
  await person.click(within(dialog).getByRole("button", { name: "Request return" }));
  await expect.poll(() => sent).toEqual([{ itemId: 70, quantity: 2, reason: "It does not fit", note: "Size 14" }]);
});

it("says in an open dialog that another window has requested the return", async () => {
  const { person, store } = show([]);
  await person.click(await screen.findByRole("button", { name: "Return, Paithani Bridal Nath" }));
  const dialog = await screen.findByRole("dialog", { name: "Return this item" });
  await person.click(within(dialog).getByRole("radio", { name: "It does not fit" }));
  const news = within(dialog).getByRole("status");
  expect(news).toBeEmptyDOMElement();
  server.use(http.get("*/api/return/", () => answer([asked({ quantity: 2 })] as never)));
  act(() => void store.dispatch(api.util.invalidateTags(["Return"])));
  await waitFor(() => expect(news).toHaveTextContent("A return of this piece is requested already."));
  expect(dialog).not.toHaveTextContent("₹0.00");
  expect(within(dialog).queryByRole("button", { name: "Request return" })).not.toBeInTheDocument();
  await person.click(within(dialog).getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("keeps the focus in the dialog while a request is sent and refused", async () => {
  const { opened: held, open: letGo } = latch();
  const { person } = show([]);
  server.use(http.post("*/api/return/", () => held.then(() => refusal(503, "Please try again."))));
  await person.click(await screen.findByRole("button", { name: "Return, Paithani Bridal Nath" }));
  const dialog = await screen.findByRole("dialog", { name: "Return this item" });
  await person.click(within(dialog).getByRole("radio", { name: "It does not fit" }));
  const button = within(dialog).getByRole("button", { name: "Request return" });
  await person.click(button);
  await waitFor(() => expect(button).toHaveTextContent("Requesting"));
  expect(button).not.toBeDisabled();
  letGo();
  expect(await within(dialog).findByRole("alert")).toBeInTheDocument();
  expect(button).toHaveFocus();
});

it("shows the way of a return beside what can still be returned", async () => {
  show([asked()]);
  const steps = await screen.findByRole("list", { name: "Return" });
  expect(steps.querySelector("[aria-current=step]")).toHaveTextContent("Approved");
  expect(screen.getByRole("button", { name: /^Withdraw return/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^Return, / })).toBeInTheDocument();
});

it.each(["requested", "approved", "received"] as const)(
  "leads to where the pieces are sent once that is due: %s",
  async (status) => {
    show([asked({ status })]);
    await screen.findByRole("list", { name: "Return" });
    const link = screen.queryByRole("link", { name: "Where to send it" });
    expect(link?.getAttribute("href")).toBe(status === "approved" ? "/returns" : undefined);
  },
);

it("knows no return of an item that goes back from delivered", async () => {
  const Count = ({ line }: { line: OrderLine }) => <p>{useReturnsOf(line)?.length ?? "none"}</p>;
  server.use(http.get("*/api/return/", () => answer([asked()] as never)));
  const [line] = lines(order({ items: [orderItem({ status: "delivered" })] })) as [OrderLine];
  const { rerender } = renderWith(makeStore("customer"), <Count line={line} />);
  expect(await screen.findByText("1")).toBeInTheDocument();
  rerender(<Count line={{ ...line, status: "shipped" }} />);
  expect(screen.getByText("none")).toBeInTheDocument();
});

it("offers no return any more when the last day is over, and leaves an open dialog", async () => {
  const moveTo = startClock("2026-12-23T18:00:00.000Z");
  const { person } = show([], "2026-11-23T10:00:00.000Z");
  await person.click(await screen.findByRole("button", { name: "Return, Paithani Bridal Nath" }));
  await screen.findByRole("dialog", { name: "Return this item" });
  moveTo("2026-12-23T19:00:00.000Z");
  expect(screen.queryByText(/^Return until/)).not.toBeInTheDocument();
  expect(screen.getByRole("dialog", { name: "Return this item" })).toBeInTheDocument();
});

it("shows why a return was declined, and offers nothing when the days are over", async () => {
  show([asked({ status: "declined", answer: "It was worn." })], "2026-01-01T10:00:00.000Z");
  expect(await screen.findByText(/declined on .*: It was worn\./)).toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

it.each([
  ["2026-12-20T18:29:00.000Z", true],
  ["2026-12-20T18:31:00.000Z", false],
])("offers a return to the end of the day that it names: %s", async (now, isOffered) => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(now));
  show([asked({ status: "declined", answer: "It was worn." })], "2026-11-20T06:00:00.000Z");
  await screen.findByText(/declined on /);
  expect(screen.queryByText("Return until 20 Dec 2026") !== null).toBe(isOffered);
});

it.each([
  [185_066, 92_533, 92_533, 92_533, "₹92,533.00 is on its way back to you."],
  [185_066, 92_533, 92_533, 0, "₹92,533.00 was sent back to you."],
  [185_066, 90_000, 90_000, 0, "₹90,000.00 was sent back to you."],
  [185_066, 90_000, 90_000, 40_000, "₹90,000.00 goes back to you."],
  [185_066, null, 185_066, 185_066, "All that you paid is on its way back to you."],
  [185_066, null, 185_066, 92_533, "All that you paid goes back to you."],
  [185_066, null, 185_066, 0, "All that you paid was sent back to you."],
  [185_066, null, 92_533, 0, "What you paid for it was sent back to you."],
  [0, null, 0, 0, "Nothing was paid, so nothing goes back to you."],
])(
  "tells what went back for a return, and whether it is still on its way: %d, %s, %d, %d",
  async (paid, refunded, inAll, pending, sentence) => {
    const money = { paid, refunded: inAll, refundPending: pending };
    show([asked({ status: "refunded", version: 4, refunded })], undefined, money);
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  },
);

it.each([
  [0, 0, "Nothing had been paid when this return was closed, so nothing goes back to you."],
  [92_533, 0, "Nothing had been paid when this return was closed. What you paid for it since goes back to you."],
  [0, 92_533, "Nothing had been paid when this return was closed."],
])(
  "tells that nothing had been paid when a return was closed, if it was paid later",
  async (refundDue, refunded, text) => {
    const [closedAt, paidAt] = ["2026-11-22T10:00:00.000Z", "2026-11-23T10:00:00.000Z"];
    const closed = asked({ status: "refunded", version: 3 });
    closed.history.push({ status: "refunded", from: "approved", at: closedAt, version: 3 });
    show([closed], undefined, { paid: 185_066, paidAt, refundDue, refunded });
    expect(await screen.findByText(text)).toBeInTheDocument();
  },
);

it.each([
  [0, 0, 0, "We have noted no payment for this order yet. What you paid goes back to you."],
  [92_533, 0, 0, "You get back ₹92,533.00"],
  [92_533, 2_533, 0, "You get back ₹90,000.00"],
  [92_533, 92_533, 0, "All that you paid was sent back to you."],
  [92_533, 92_533, 92_533, "All that you paid is on its way back to you."],
])("says of an open return what can still go back: %d, %d, %d", async (paid, refunded, refundPending, sentence) => {
  show([asked({ status: "received" })], undefined, { paid, refunded, refundPending });
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

it.each([
  [0, 0, null, true],
  [185_066, 0, "₹92,533.00", true],
  [185_066, 100_000, "₹85,066.00", true],
  [185_066, 185_066, null, false],
])("promises in the dialog what can still go back: %d, %d", async (paid, refunded, amount, goesBack) => {
  const { person } = show([], undefined, { paid, refunded });
  await person.click(await screen.findByRole("button", { name: "Return, Paithani Bridal Nath" }));
  const dialog = await screen.findByRole("dialog", { name: "Return this item" });
  expect(within(dialog).queryByText("You get back")?.nextSibling?.textContent ?? null).toBe(amount);
  expect(dialog.textContent?.includes("What you paid for it goes back to you")).toBe(goesBack);
});

it("does not tell which of two refunds was sent while one of them is on its way", async () => {
  const refunded = { status: "refunded", refunded: 92_533, version: 4 } as const;
  const returns = [asked(refunded), asked({ ...refunded, id: 10, refunded: 92_000 })];
  show(returns, undefined, { paid: 185_066, refunded: 184_533, refundPending: 92_533 });
  expect(await screen.findByText("₹92,533.00 goes back to you.")).toBeInTheDocument();
  expect(screen.getByText("₹92,000.00 goes back to you.")).toBeInTheDocument();
});

it("does not tell that a refund is on its way if money that was not due may be what is", async () => {
  const money = { paid: 185_066, refunded: 92_533, surplus: 185_066, refundPending: 185_066 };
  show([asked({ status: "refunded", version: 4, refunded: 92_533 })], undefined, money);
  expect(await screen.findByText("₹92,533.00 goes back to you.")).toBeInTheDocument();
});
