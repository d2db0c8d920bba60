import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import type { Payment } from "@/shared/api/payments";
import { lines, order, orderItem, payment } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { MoneyStrip } from "./MoneyStrip";

it.each([
  ["2026-11-18T13:00:00.000Z", "Paid by UPI: ₹92,533.00 on 18 Nov 2026."],
  [null, "Paid by UPI: ₹92,533.00."],
])("tells what was paid and, if it is known, when: %s", (paidAt, sentence) => {
  const paid = payment({ method: "upi", status: "paid", paid: 92_533, due: 0, paidAt });
  renderWith(makeStore("customer"), <MoneyStrip orderId={40} lines={[]} payment={paid} />);
  expect(screen.getByRole("status")).toHaveTextContent(sentence);
});

it.each([
  [0, "₹150.30 was sent back."],
  [150.3, "₹150.30 is on its way back."],
  [50.1, "₹100.20 was sent back. ₹50.10 is on its way back."],
  [250.3, "₹150.30 is on its way back."],
])("tells what of the refunds was sent and what is on its way: %d", (refundPending, sentence) => {
  const refunds = { method: "online", status: "part_refunded", paid: 300, due: 0, refunded: 150.3 } as const;
  renderWith(
    makeStore("customer"),
    <MoneyStrip orderId={40} lines={[]} payment={payment({ ...refunds, refundPending })} />,
  );
  expect(screen.getByRole("status").textContent).toBe(`Paid online: ₹300.00. ${sentence}`);
});

it.each([
  ["ordered", "₹92,533.00 by UPI until 21 Nov 2026, 6:30 pm. Then the order is cancelled by itself."],
  ["cancelled", "₹92,533.00 by UPI until 21 Nov 2026, 6:30 pm. Then the order is cancelled by itself."],
  ["packed", "₹92,533.00 by UPI."],
  ["delivered", "₹92,533.00 by UPI."],
] as const)(
  "says that an unpaid order is cancelled only while staff have not begun with it: %s",
  (status, sentence) => {
    const items = [orderItem(), orderItem({ itemId: 71, status })];
    const due = payment({ method: "upi", status: "due", due: 92_533, expiresAt: "2026-11-21T13:00:00.000Z" });
    renderWith(makeStore("customer"), <MoneyStrip orderId={40} lines={lines(order({ items }))} payment={due} />);
    expect(screen.getByRole("status").textContent).toBe(sentence);
  },
);

it("tells what comes back to the shopper beside what was refunded", () => {
  const part = {
    method: "upi",
    status: "part_refunded",
    paid: 56_504,
    due: 0,
    refunded: 1_000,
    refundDue: 30_575,
  } as const;
  renderWith(makeStore("customer"), <MoneyStrip orderId={40} lines={[]} payment={payment(part)} />);
  const sentence = "Paid by UPI: ₹56,504.00. ₹1,000.00 was sent back. ₹30,575.00 comes back to you.";
  expect(screen.getByRole("status").textContent).toBe(sentence);
});

const claim = { reference: "400000000001", amount: 92_533, at: "2026-11-18T13:00:00.000Z" };
const twice = { method: "upi", surplus: 92_533, due: 0 } as const;

it.each<[string, Partial<Payment>, string]>([
  [
    "is paid",
    { ...twice, status: "paid", paid: 92_533, refundPending: 92_533 },
    "Paid by UPI: ₹92,533.00. Another payment of ₹92,533.00 came and is sent back.",
  ],
  [
    "is claimed",
    { ...twice, status: "claimed", claim },
    "You told us on 18 Nov 2026, 6:30 pm that you paid ₹92,533.00. UTR 400000000001. " +
      "Another payment of ₹92,533.00 came and was sent back.",
  ],
  [
    "is due",
    { ...twice, status: "due", method: "cod", due: 92_533, refundPending: 90_000, surplus: 90_000 },
    "₹92,533.00 on delivery. A payment of ₹90,000.00 came and is sent back.",
  ],
  [
    "is due, but was cancelled so far that nothing is to be paid",
    { ...twice, status: "due", method: "online" },
    "Nothing is to be paid. A payment of ₹92,533.00 came and was sent back.",
  ],
  [
    "has expired",
    { ...twice, status: "expired", refundPending: 92_533 },
    "Your payment of ₹92,533.00 came after the order had ended. We send it back.",
  ],
  [
    "is cancelled",
    { ...twice, status: "cancelled" },
    "Your payment of ₹92,533.00 came after the order had ended. It was sent back.",
  ],
])("tells of money that was not due for an order that %s", (_, over, sentence) => {
  renderWith(makeStore("customer"), <MoneyStrip orderId={40} lines={[]} payment={payment(over)} />);
  expect(screen.getByRole("status").textContent).toBe(sentence);
});
