import { isPayable, type Payment, payPath } from "@/shared/api/payments";
import { day, dayAndTime, rupees } from "@/shared/format";
import { rejected, ways } from "@/shared/orders/paymentTexts";
import { Link } from "@/shared/ui/Link";

const badges: Record<Payment["status"], [string, string]> = {
  due: ["Payment due", "st-due"],
  claimed: ["We are checking", "st-claimed"],
  paid: ["Paid", "st-paid"],
  failed: ["Payment failed", "st-cancelled"],
  expired: ["Not paid", "st-cancelled"],
  cancelled: ["Cancelled", "st-cancelled"],
  part_refunded: ["Part refunded", "st-back"],
  refunded: ["Refunded", "st-back"],
};

/** The status of the payment of an order, and a link to pay it. */
export function MoneyStrip({ orderId, payment }: { orderId: number; payment: Payment }) {
  const canPay = isPayable(payment);
  const [words, badge] = badges[payment.status];
  const action = payment.status === "failed" ? "Try again" : "Pay now";
  return (
    <div className={canPay ? "money due" : "money"}>
      <span className={`badge-pay ${badge}`}>{payment.status === "due" && !canPay ? onDelivery(payment) : words}</span>
      <p role="status">{sentence(payment)}</p>
      {canPay && (
        <Link className="btn btn-primary" to={payPath(orderId)} aria-label={`${action}, order ${orderId}`}>
          {action}
        </Link>
      )}
    </div>
  );
}

const onDelivery = ({ due }: Payment) => (due > 0 ? "Pay on delivery" : "Nothing due");

function sentence(payment: Payment): string {
  const { status, surplus, refundPending } = payment;
  if (surplus === 0 || status === "due") return statusSentence(payment);
  const isPending = refundPending > 0;
  return status === "expired" || status === "cancelled"
    ? `Your payment of ${rupees(surplus)} came after the order had ended. ${isPending ? "We send it back." : "It was sent back."}`
    : `${statusSentence(payment)} Another payment of ${rupees(surplus)} came and ${isPending ? "is" : "was"} sent back.`;
}

function statusSentence(payment: Payment): string {
  const { status, method, due, refunded, refundDue, refundPending, expiresAt, claim, rejection, paid } = payment;
  const paidLine = `Paid ${ways[method]}: ${rupees(paid)}${payment.paidAt ? ` on ${day(payment.paidAt)}` : ""}.`;
  switch (status) {
    case "due":
      if (!due) return "Nothing is to be paid.";
      if (rejection) return rejected(rejection);
      return expiresAt
        ? `${rupees(due)} ${ways[method]} until ${dayAndTime(expiresAt)}. Then the order is cancelled by itself.`
        : `${rupees(due)} ${ways[method]}.`;
    case "claimed":
      return claim
        ? `You told us at ${dayAndTime(claim.at)} that you paid ${rupees(claim.amount)}. UTR ${claim.reference}.`
        : "We are checking your payment.";
    case "paid":
      return refundDue > 0
        ? `${paidLine} ${refundDue === paid ? "All" : rupees(refundDue)} of it comes back to you.`
        : paidLine;
    case "part_refunded":
    case "refunded":
      return `${paidLine} ${rupees(refunded)} ${refundPending > 0 ? "is on its way back" : "was sent back"}.`;
    case "expired":
      return `Not paid until ${dayAndTime(expiresAt)}. The order was cancelled.`;
    case "cancelled":
      return "The order was cancelled. Nothing is to be paid.";
    case "failed":
      return "The payment did not go through. Nothing was charged.";
  }
}
