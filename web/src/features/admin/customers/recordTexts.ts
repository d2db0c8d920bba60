import { rupees, wholeNumber } from "@/shared/format";
import type { CustomerEvent, CustomerMail, CustomerMoney, CustomerOrder } from "./customerRecordApi";

const paymentWords: Record<CustomerOrder["payment"]["status"], string> = {
  due: "Due",
  claimed: "Claimed",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  cancelled: "Cancelled",
  part_refunded: "Part refunded",
  refunded: "Refunded",
};

/** How the payment of an order stands. */
export function paymentText({ method, status, refundDue }: CustomerOrder["payment"]): string {
  if (refundDue > 0) return "Refund due";
  return status === "due" && method === "cod" ? "On delivery" : paymentWords[status];
}

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
  refund_retry: "Refund tried again",
};
const goesBack = new Set<CustomerMoney["kind"]>(["refund", "refund_sent", "refund_failed", "refund_retry"]);

export const moneyText = ({ kind }: CustomerMoney) => moneyWords[kind];
export const moneyAmount = ({ kind, amount }: CustomerMoney) =>
  amount ? rupees(goesBack.has(kind) ? -amount : amount) : "";

const mailNames: Record<string, string> = {
  mail_welcome: "Welcome",
  mail_email_confirmation: "Confirm the address",
  mail_code: "One-time code",
  mail_new_device: "New device",
  mail_order_confirmation: "Order confirmation",
  mail_status: "Status of an order",
  mail_shipment: "Courier of an order",
  mail_payment_received: "Payment received",
  mail_payment_reminder: "Payment reminder",
  mail_payment_surplus: "Paid too much",
  mail_refund_sent: "Refund sent",
  mail_return: "Return",
  mail_back_in_stock: "Back in stock",
  mail_price_news: "Prices of wished pieces",
};

/** The mail's subject, or what it will be about while it is not sent. */
export const mailText = ({ kind, subject }: CustomerMail) =>
  subject ?? mailNames[kind] ?? kind.replace(/^mail_/, "").replaceAll("_", " ");

const span = (seconds: number) =>
  seconds < 90
    ? `${Math.round(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

const tries = (count: number) => (count === 1 ? "1 try" : `${wholeNumber(count)} tries`);

/** What became of a mail: the class of its dot and a sentence. */
export function mailOutcome({ outcome, tries: count, seconds, error }: CustomerMail): [string, string] {
  switch (outcome) {
    case "sent":
      return count > 1
        ? ["warn", `sent at the ${ordinal(count)} try, after ${span(seconds ?? 0)}`]
        : ["", `sent in ${span(seconds ?? 0)}`];
    case "unwanted":
      return ["off", "not sent: switched off by the customer"];
    case "waiting":
      return ["warn", "waits to be sent"];
    case "failing":
      return ["warn", `${error ?? "failed"}; tried again, ${tries(count)} so far`];
    default:
      return ["bad", `${error ?? "failed"}, given up after ${tries(count)}`];
  }
}

const ordinal = (count: number) => ({ 2: "second", 3: "third" })[count] ?? `${count}th`;

/** What an event says, briefly: `order 1047, packed to shipped`. */
export function eventText({ aggregate, data }: CustomerEvent): string {
  const orderId = numberOf(data.orderId);
  const about = aggregate.replace(":", " ").replaceAll("_", " ");
  const order = orderId && !about.startsWith("order") ? `order ${orderId}` : "";
  const status = typeof data.status === "string" ? data.status : "";
  const step = typeof data.from === "string" && status ? `${data.from} to ${status}` : status;
  const amount = numberOf(data.amount) ?? numberOf(data.totalAmount);
  return [about, order, step, amount ? rupees(amount) : ""].filter(Boolean).join(", ");
}

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined);
