import { aggregateText } from "@/shared/admin/eventTexts";
import { rupees } from "@/shared/format";
import type { CustomerEvent, CustomerMoney } from "./customerRecordApi";

const moneyWords: Record<CustomerMoney["kind"], string> = {
  claim: "Claimed",
  rejection: "Claim rejected",
  payment: "Paid",
  refund: "Refunded",
  method: "Way changed",
  failure: "Failed",
  retry: "Due again",
  expiry: "Expired",
  cancellation: "Cancelled",
  surplus: "Paid too much",
  refund_sent: "Refund sent",
  refund_failed: "Refund failed",
  refund_refused: "Refund refused",
  refund_retry: "Refund tried again",
  refund_by_hand: "Refund sent by hand",
  return_closed: "Counted for a closed return",
};
const goesBack = new Set<CustomerMoney["kind"]>([
  "refund",
  "refund_sent",
  "refund_failed",
  "refund_refused",
  "refund_retry",
  "refund_by_hand",
]);

export const moneyText = ({ kind }: CustomerMoney) => moneyWords[kind];
export const moneyAmount = ({ kind, amount }: CustomerMoney) =>
  amount ? rupees(goesBack.has(kind) ? -amount : amount) : "";

/** A short description of an event: `order 1047, packed to shipped`. */
export function eventText({ aggregate, data }: CustomerEvent): string {
  const orderId = numberOf(data.orderId);
  const about = aggregateText(aggregate);
  const order = orderId && !about.startsWith("order") ? `order ${orderId}` : "";
  const status = typeof data.status === "string" ? data.status : "";
  const step = typeof data.from === "string" && status ? `${data.from} to ${status}` : status;
  const amount = numberOf(data.amount) ?? numberOf(data.totalAmount);
  return [about, order, step, amount ? rupees(amount) : ""].filter(Boolean).join(", ");
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
