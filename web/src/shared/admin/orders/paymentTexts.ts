import type { Order } from "@/shared/api/types";
import type { PaymentEntry } from "./paymentsApi";

/** How an order is paid, as short as a cell of the board needs it; `methodPhrases` has it within a sentence. */
export const methodNames: Record<Order["payment"]["method"], string> = {
  cod: "On delivery",
  upi: "UPI",
  bank: "Bank",
  online: "Online",
};

/** An entry of a payment's ledger, on an order's or a customer's page. */
type Entry = Pick<PaymentEntry, "kind" | "from">;

const entryTexts: Record<PaymentEntry["kind"], string> = {
  claim: "Claimed",
  rejection: "Rejected",
  payment: "Received",
  refund: "Refunded",
  method: "Another way to pay",
  failure: "Failed",
  retry: "Due again",
  expiry: "Expired",
  cancellation: "Cancelled",
  surplus: "Came beside what was due",
  refund_sent: "Sent back by the provider",
  refund_failed: "Could not be paid back",
  refund_refused: "Refused by the provider",
  refund_retry: "Paid back once more",
  refund_by_hand: "Sent back by hand",
  return_closed: "Counted for a closed return",
};

/**
 * Whether an entry is about pieces that were returned before anything was paid, so that their price is no longer due.
 */
export const isReturnedUnpaid = ({ kind, from }: Entry) =>
  kind === "return_closed" && (from === "due" || from === "failed");

/** The label of a kind of ledger entry. An open page does not know the kinds of a later version. */
export const entryText = (entry: Entry): string =>
  isReturnedUnpaid(entry) ? "Came back unpaid" : (entryTexts[entry.kind] ?? entry.kind);

const moving: ReadonlySet<PaymentEntry["kind"]> = new Set([
  "payment",
  "refund",
  "surplus",
  "refund_sent",
  "refund_by_hand",
]);

/** Whether an entry moves money; a claim, for instance, does not. */
export const movesMoney = ({ kind }: Entry) => moving.has(kind);
