import type { Payment } from "@/shared/api/payments";
import { isBeforePacking, type OrderStatus } from "@/shared/api/types";
import { day, dayAndTime, rupees } from "@/shared/format";

/** How an order is paid, as it follows `Paid` or an amount. */
export const methodPhrases: Record<Payment["method"], string> = {
  cod: "on delivery",
  upi: "by UPI",
  bank: "by bank transfer",
  online: "online",
};

/** The text for a shopper about a claim that staff rejected. */
export const rejected = (reason: string) => `We could not find this payment: ${reason}. Please check the UTR.`;

/** Amounts are sums; a difference of less than a paisa is none. */
const isMoney = (amount: number) => amount >= 0.005;

/** The part of the refunds that the provider has not sent yet. `refundPending` may include money that was not due. */
const refundOnItsWay = ({ refunded, refundPending }: Payment) => Math.min(refundPending, refunded);

/**
 * The text for a shopper about the refund of one item, which follows its amount. If only a part of the order's refunds
 * was sent, it is unknown which one.
 */
export function refundProgress({ refunded, refundPending, surplus }: Payment) {
  if (refundPending === 0) return "was sent back";
  return refundPending >= refunded + surplus ? "is on its way back" : "goes back";
}

export const isAllRefunded = ({ paid, refunded }: Payment) => paid > 0 && paid === refunded;

/** The part of the price of a return that was not refunded before. */
export const amountToRefund = (amount: number, { paid, refunded }: Payment) => Math.min(amount, paid - refunded);

/**
 * Whether staff have begun to pack an order with these items. Such an order is not cancelled, even if it is not paid.
 */
export const isBegun = (items: { status: OrderStatus }[]) =>
  items.some((item) => !isBeforePacking(item) && item.status !== "cancelled");

/** The text for a shopper about the payment status of an order with these items. */
export function paymentSentence(payment: Payment, items: { status: OrderStatus }[]): string {
  const { status, surplus, refundPending } = payment;
  if (surplus === 0) return statusSentence(payment, items);
  const isPending = refundPending > 0;
  return status === "expired" || status === "cancelled"
    ? `Your payment of ${rupees(surplus)} came after the order had ended. ${isPending ? "We send it back." : "It was sent back."}`
    : `${statusSentence(payment, items)} ${status === "due" ? "A" : "Another"} payment of ${rupees(surplus)} came and ${isPending ? "is" : "was"} sent back.`;
}

function statusSentence(payment: Payment, items: { status: OrderStatus }[]): string {
  const { status, method, due, refundDue, expiresAt, claim, rejection, paid } = payment;
  const paidLine = `Paid ${methodPhrases[method]}: ${rupees(paid)}${payment.paidAt ? ` on ${day(payment.paidAt)}` : ""}.`;
  switch (status) {
    case "due":
      if (!due) return "Nothing is to be paid.";
      if (rejection) return rejected(rejection);
      return expiresAt && !isBegun(items)
        ? `${rupees(due)} ${methodPhrases[method]} until ${dayAndTime(expiresAt)}. Then the order is cancelled by itself.`
        : `${rupees(due)} ${methodPhrases[method]}.`;
    case "claimed":
      return claim
        ? `You told us on ${dayAndTime(claim.at)} that you paid ${rupees(claim.amount)}. UTR ${claim.reference}.`
        : "We are checking your payment.";
    case "paid":
      return refundDue > 0
        ? `${paidLine} ${refundDue === paid ? "All" : rupees(refundDue)} of it comes back to you.`
        : paidLine;
    case "part_refunded":
    case "refunded":
      return [paidLine, ...refundSentences(payment)].join(" ");
    case "expired":
      return `Not paid until ${dayAndTime(expiresAt)}. The order was cancelled.`;
    case "cancelled":
      return "The order was cancelled. Nothing is to be paid.";
    case "failed":
      return "The payment did not go through. Nothing was charged.";
  }
}

function refundSentences(payment: Payment): string[] {
  const pending = refundOnItsWay(payment);
  const sent = payment.refunded - pending;
  return [
    isMoney(sent) ? `${rupees(sent)} was sent back.` : "",
    isMoney(pending) ? `${rupees(pending)} is on its way back.` : "",
    isMoney(payment.refundDue) ? `${rupees(payment.refundDue)} comes back to you.` : "",
  ].filter(Boolean);
}
