import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PaymentChoice } from "./PaymentChoice";

test.each([
  [1, "1 hour"],
  [1.5, "1.5 hours"],
  [72, "72 hours"],
])("says for how long an order that waits for a transfer is kept: %d", (paymentHours, period) => {
  const bank = { payee: "Swarna", upiId: null, account: "123456789012", ifsc: "TEST0123456" };
  const methods = [{ method: "bank" as const, label: "Bank transfer", limit: null, ...bank }];
  render(
    <PaymentChoice methods={methods} paymentHours={paymentHours} total={5000} chosen="bank" onChoose={() => {}} />,
  );
  expect(screen.getByText(/We keep your piece and your price for/)).toHaveTextContent(`for ${period}.`);
  expect(screen.getByText(/the order ends by itself/)).toHaveTextContent(`Not paid within ${period},`);
});
