import { isPayable, type Payment, payPath } from "@/shared/api/payments";
import type { OrderLine } from "@/shared/api/types";
import { paymentSentence } from "@/shared/orders/paymentTexts";
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

interface MoneyStripProps {
  orderId: number;
  payment: Payment;
  lines: OrderLine[];
}

/** The status of the payment of an order, and a link to pay it. */
export function MoneyStrip({ orderId, payment, lines }: MoneyStripProps) {
  const canPay = isPayable(payment);
  const [words, badge] = badges[payment.status];
  const action = payment.status === "failed" ? "Try again" : "Pay now";
  return (
    <div className={canPay ? "money due" : "money"}>
      <span className={`badge-pay ${badge}`}>{payment.status === "due" && !canPay ? onDelivery(payment) : words}</span>
      <p role="status">{paymentSentence(payment, lines)}</p>
      {canPay && (
        <Link className="btn btn-primary" to={payPath(orderId)} aria-label={`${action}, order ${orderId}`}>
          {action}
        </Link>
      )}
    </div>
  );
}

const onDelivery = ({ due }: Payment) => (due > 0 ? "Pay on delivery" : "Nothing due");
