import { aggregateText } from "@/shared/admin/eventTexts";
import { isReturnedUnpaid } from "@/shared/admin/orders/paymentTexts";
import { rupees } from "@/shared/format";
import type { CustomerEvent, CustomerMoney } from "./customerRecordApi";

const goesBack = new Set<CustomerMoney["kind"]>([
  "refund",
  "refund_sent",
  "refund_failed",
  "refund_refused",
  "refund_retry",
  "refund_by_hand",
]);

export function moneyAmount(step: CustomerMoney) {
  const { kind, amount } = step;
  return amount ? rupees(goesBack.has(kind) || isReturnedUnpaid(step) ? -amount : amount) : "";
}

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
