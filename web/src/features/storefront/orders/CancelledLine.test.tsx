import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Payment } from "@/shared/api/payments";
import type { OrderLine } from "@/shared/api/types";
import { lines, order, orderItem, payment } from "@/shared/test/fixtures";
import { CancelledLine } from "./CancelledLine";

const paid: Partial<Payment> = { method: "upi", status: "paid", paid: 92_533, paidAt: "2026-11-18T13:00:00.000Z" };
const sent: Partial<Payment> = {
  ...paid,
  status: "refunded",
  refunded: 92_533,
  refundedAt: "2026-11-19T10:35:00.000Z",
};

const later = "2026-11-19T10:00:00.000Z";

it.each<[string, Partial<Payment>, string[]]>([
  ["is owed", { ...paid, refundDue: 92_533 }, ["₹92,533.00 comes back to you by UPI"]],
  [
    "is with the provider",
    { ...sent, method: "online", refundPending: 92_533 },
    ["₹92,533.00 is on its way back by the way that you paid", "Banks take five to seven working days."],
  ],
  [
    "was sent",
    sent,
    ["₹92,533.00 was sent back by UPI", "Sent on 19 Nov 2026, 4:05 pm. Banks take five to seven working days."],
  ],
  ["was sent by hand", { ...sent, method: "cod" }, ["₹92,533.00 was sent back", "Sent on 19 Nov 2026, 4:05 pm."]],
  ["is not yet counted as owed", paid, ["What is owed for it comes back to you by UPI"]],
  ["was never paid", {}, []],
  ["was not in a later payment", { ...paid, paid: 50_000, paidAt: later }, []],
  [
    "was in a transfer that was confirmed later",
    { ...paid, paidAt: later, refundDue: 92_533 },
    ["₹92,533.00 comes back to you by UPI"],
  ],
])("tells of a cancelled item whose money %s", (_, over, sentences) => {
  const item = orderItem({ status: "cancelled", cancelledAt: "2026-11-19T09:00:00.000Z" });
  const all = lines(order({ items: [item], payment: payment(over) }));
  render(<CancelledLine line={all[0] as OrderLine} lines={all} />);
  for (const sentence of sentences) expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.getByText("Cancelled on 19 Nov 2026, 2:30 pm")).toBeInTheDocument();
  if (sentences.length === 0) expect(screen.queryByText(/₹/)).not.toBeInTheDocument();
});

it("does not tell when and how money went back that the provider or staff may have sent", () => {
  const item = orderItem({ status: "cancelled", cancelledAt: "2026-11-19T09:00:00.000Z" });
  const all = lines(order({ items: [item], payment: payment({ ...sent, method: "online" }) }));
  render(<CancelledLine line={all[0] as OrderLine} lines={all} />);
  expect(screen.getByText("₹92,533.00 was sent back")).toBeInTheDocument();
  expect(screen.queryByText(/Sent on|Banks|by the way/)).not.toBeInTheDocument();
});

const first = "2026-11-19T09:00:00.000Z";
const afterRefund = "2026-11-19T12:00:00.000Z";
const part: Partial<Payment> = { ...sent, status: "part_refunded", paid: 300, refunded: 100.1 };

it.each<[string, Partial<Payment>, string, [string, string]]>([
  [
    "the second was cancelled after its refund",
    { ...part, refundDue: 100.2 },
    afterRefund,
    ["₹100.10 was sent back by UPI", "₹100.20 comes back to you by UPI"],
  ],
  [
    "its refund is with the provider",
    { ...part, method: "online", refundDue: 100.2, refundPending: 100.1 },
    afterRefund,
    ["₹100.10 is on its way back by the way that you paid", "₹100.20 comes back to you by the way that you paid"],
  ],
  [
    "one of their refunds was sent and the other is with the provider",
    { ...part, method: "online", refunded: 200.3, refundedAt: "2026-11-19T13:00:00.000Z", refundPending: 100.2 },
    afterRefund,
    ["₹100.10 goes back to you", "₹100.20 goes back to you"],
  ],
  [
    "both refunds are with the provider",
    { ...part, method: "online", refunded: 200.3, refundedAt: "2026-11-19T13:00:00.000Z", refundPending: 200.3 },
    afterRefund,
    ["₹100.10 is on its way back by the way that you paid", "₹100.20 is on its way back by the way that you paid"],
  ],
  [
    "only a part or something else was sent",
    { ...part, refunded: 40, refundDue: 160.3 },
    afterRefund,
    ["What is owed for it comes back to you by UPI", "What is owed for it comes back to you by UPI"],
  ],
  [
    "one of both was sent",
    { ...part, refundDue: 100.2 },
    first,
    ["What is owed for it comes back to you by UPI", "What is owed for it comes back to you by UPI"],
  ],
  [
    "nothing was sent yet",
    { ...paid, paid: 300, refundDue: 200.3 },
    first,
    ["₹100.10 comes back to you by UPI", "₹100.20 comes back to you by UPI"],
  ],
])("tells of the first of two cancelled items where %s", (_, over, cancelledAt, sentences) => {
  const items = [
    orderItem({ itemId: 70, totalAmount: 100.1, status: "cancelled", cancelledAt: first }),
    orderItem({ itemId: 71, totalAmount: 100.2, status: "cancelled", cancelledAt }),
  ];
  const all = lines(order({ items, payment: payment(over) }));
  for (const [at, line] of all.entries()) {
    const { unmount } = render(<CancelledLine line={line} lines={all} />);
    expect(screen.getByRole("status")).toHaveTextContent(sentences[at] as string);
    unmount();
  }
});

it("tells of the money of the item that was cancelled after the transfer was claimed, and not of the one before", () => {
  const items = [
    orderItem({ itemId: 70, totalAmount: 100.1, status: "cancelled", cancelledAt: first }),
    orderItem({ itemId: 71, totalAmount: 100.2, status: "cancelled", cancelledAt: later }),
    orderItem({ itemId: 72, totalAmount: 100.3 }),
  ];
  const transfer = payment({ ...paid, amount: 300.6, paid: 200.5, paidAt: afterRefund, refundDue: 100.2 });
  const all = lines(order({ items, payment: transfer }));
  const [before, after] = all as [OrderLine, OrderLine];
  const { unmount } = render(<CancelledLine line={before} lines={all} />);
  expect(screen.queryByText(/₹/)).not.toBeInTheDocument();
  unmount();
  render(<CancelledLine line={after} lines={all} />);
  expect(screen.getByRole("status")).toHaveTextContent("₹100.20 comes back to you by UPI");
});
