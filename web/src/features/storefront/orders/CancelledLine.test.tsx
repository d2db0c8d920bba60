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
  ["was never paid", {}, []],
  ["was paid after it", { ...paid, paidAt: "2026-11-19T10:00:00.000Z" }, []],
])("tells of a cancelled item whose money %s", (_, over, sentences) => {
  const item = orderItem({ status: "cancelled", cancelledAt: "2026-11-19T09:00:00.000Z" });
  const [line] = lines(order({ items: [item], payment: payment(over) }));
  render(<CancelledLine line={line as OrderLine} />);
  for (const sentence of sentences) expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.getByText("Cancelled on 19 Nov 2026, 2:30 pm")).toBeInTheDocument();
  if (sentences.length === 0) expect(screen.queryByText(/₹/)).not.toBeInTheDocument();
});
