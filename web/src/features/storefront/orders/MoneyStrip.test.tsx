import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { payment } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { MoneyStrip } from "./MoneyStrip";

it.each([
  ["2026-11-18T13:00:00.000Z", "Paid by UPI: ₹92,533.00 on 18 Nov 2026."],
  [null, "Paid by UPI: ₹92,533.00."],
])("tells what was paid and, if it is known, when: %s", (paidAt, sentence) => {
  const paid = payment({ method: "upi", status: "paid", paid: 92_533, due: 0, paidAt });
  renderWith(makeStore("customer"), <MoneyStrip orderId={40} payment={paid} />);
  expect(screen.getByRole("status")).toHaveTextContent(sentence);
});
