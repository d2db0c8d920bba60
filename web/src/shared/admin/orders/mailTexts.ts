import type { CustomerMailOut } from "@/shared/api/schema";
import { wholeNumber } from "@/shared/format";

const mailNames: Record<string, string> = {
  mail_welcome: "Welcome",
  mail_email_confirmation: "Confirm the address",
  mail_code: "One-time code",
  mail_new_device: "New device",
  mail_email_replaced: "Address changed",
  mail_password_changed: "Password changed",
  mail_order_confirmation: "Order confirmation",
  mail_status: "Status of an order",
  mail_shipment: "Courier of an order",
  mail_payment_received: "Payment received",
  mail_payment_rejected: "Claim rejected",
  mail_payment_reminder: "Payment reminder",
  mail_payment_surplus: "Paid too much",
  mail_refund_by_hand: "Refund sent by hand",
  mail_refund_sent: "Refund sent",
  mail_return: "Return",
  mail_back_in_stock: "Back in stock",
  mail_price_news: "Prices of wished pieces",
};

/** The mail's subject or, before it is sent, its topic. */
export const mailText = ({ kind, subject }: CustomerMailOut) =>
  subject ?? mailNames[kind] ?? kind.replace(/^mail_/, "").replaceAll("_", " ");

const span = (seconds: number) =>
  seconds < 90
    ? `${Math.round(seconds)} s`
    : seconds < 5400
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

const tries = (count: number) => (count === 1 ? "1 try" : `${wholeNumber(count)} tries`);

/** The state of a mail: the class of its dot and a sentence. */
export function mailOutcome({ outcome, tries: count, seconds, error }: CustomerMailOut): [string, string] {
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
