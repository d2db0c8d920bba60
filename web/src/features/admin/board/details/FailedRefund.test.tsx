import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { payment } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { FailedRefund } from "./FailedRefund";

const failed = payment({
  method: "online",
  status: "part_refunded",
  refundPending: 6500,
  refundFailed: 6500,
  version: 5,
});
const show = () => renderWith(makeStore("admin"), <FailedRefund orderId={40} payment={failed} />);

it("records a refund that was sent by hand with the reference of the transfer", async () => {
  const sent: unknown[] = [];
  const keys = new Set<string | null>();
  server.use(
    http.post("*/api/payment/refund/sent/", async ({ request }) => {
      keys.add(request.headers.get("Idempotency-Key"));
      sent.push(await request.json());
      const after = { ...failed, refundPending: 0, refundFailed: 0, version: 6 };
      return answer({ orderId: 40, kind: "refund_by_hand", payment: after } as never);
    }),
  );
  const { person } = show();
  expect(screen.getByText(/The refund's entry or the provider's dashboard says why\./)).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Sent by hand" }));
  expect(screen.queryByRole("button", { name: /Pay back/ })).not.toBeInTheDocument();
  expect(screen.getByLabelText("Reference of the transfer")).toHaveFocus();
  await person.click(screen.getByRole("button", { name: "Record as sent" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Write the reference of the transfer");
  await person.type(screen.getByLabelText("Reference of the transfer"), " UTR 400000000009 ");
  await person.click(screen.getByRole("button", { name: "Record as sent" }));
  await waitFor(() => expect(sent).toEqual([{ orderId: 40, reference: "UTR 400000000009", version: 5 }]));
  expect([...keys]).toEqual([expect.any(String)]);
  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
});

it("tells why a refund is not recorded as sent, and goes back to the choice", async () => {
  server.use(http.post("*/api/payment/refund/sent/", () => refusal(409, "No refund of order 40 has failed.")));
  const { person } = show();
  await person.click(screen.getByRole("button", { name: "Sent by hand" }));
  await person.type(screen.getByLabelText("Reference of the transfer"), "UTR 1");
  await person.click(screen.getByRole("button", { name: "Record as sent" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("No refund of order 40 has failed.");
  await person.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.getByRole("button", { name: "Pay back ₹6,500.00 again" })).toBeInTheDocument();
});
