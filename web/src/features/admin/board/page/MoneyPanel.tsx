import { MoneyActions } from "@/features/admin/board/details/PaymentPanel";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { usePaymentEntriesQuery } from "@/shared/admin/orders/paymentsApi";
import { Panel } from "@/shared/admin/Panel";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";

/** The amounts down to what is due, and the actions on the payment. */
export function MoneyPanel({ order }: { order: Order }) {
  const { payment } = order;
  const { data: entries } = usePaymentEntriesQuery(order.id);
  const returned = (entries ?? []).reduce(
    (sum, { kind, returnId, amount }) =>
      sum + ((kind === "refund" && returnId) || kind === "return_closed" ? amount : 0),
    0,
  );
  const cancelled = order.items.reduce((sum, item) => sum + (item.status === "cancelled" ? item.totalAmount : 0), 0);
  const owed = payment.amount - cancelled - returned;
  // An order whose money never came has nothing due either, so this is at most what was refunded.
  const beyondOwed = Math.min(
    payment.refunded,
    owed - payment.paid + payment.refunded + payment.refundDue - payment.due,
  );
  const rows = [
    { name: "Charged", amount: payment.amount, isShown: true },
    { name: "Cancelled", amount: -cancelled, isShown: cancelled > 0 },
    { name: "Returned", amount: -returned, isShown: returned > 0 },
    { name: payment.method === "cod" ? "Collected" : "Paid", amount: -payment.paid, isShown: payment.paid > 0 },
    { name: "Refunded", amount: payment.refunded, isShown: payment.refunded > 0 },
    { name: "To be refunded", amount: payment.refundDue, isShown: payment.refundDue > 0 },
    { name: "Refunded beyond what was owed", amount: -beyondOwed, isShown: Boolean(entries) && beyondOwed >= 0.005 },
  ];
  return (
    <Panel title="Money" beside={<PaymentChip payment={payment} />} className="money">
      <div className="panel-b">
        <dl className="sums">
          {rows
            .filter(({ isShown }) => isShown)
            .map(({ name, amount }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{rupees(amount)}</dd>
              </div>
            ))}
          <div className="due">
            <dt>{payment.method === "cod" && payment.due > 0 ? "To collect" : "Due"}</dt>
            <dd>{rupees(payment.due)}</dd>
          </div>
        </dl>
        {payment.refundPending > 0 && (
          <p className="muted small">To be sent by the provider: {rupees(payment.refundPending)}</p>
        )}
        <MoneyActions order={order} />
      </div>
    </Panel>
  );
}
