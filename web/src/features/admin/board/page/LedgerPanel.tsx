import { Check, CircleAlert, CircleX, Clock, type LucideIcon, Plus, Undo2 } from "lucide-react";
import { usePaymentEntriesQuery } from "@/shared/admin/orders/paymentsApi";
import { Panel } from "@/shared/admin/Panel";
import type { Order } from "@/shared/api/types";
import { dayMonth, rupees, timeOfDay } from "@/shared/format";
import { methodPhrases } from "@/shared/orders/paymentTexts";
import { type LedgerLine, ledgerOf } from "./ledger";

const icons: Partial<Record<LedgerLine["kind"], LucideIcon>> = {
  charged: Plus,
  claim: Clock,
  payment: Check,
  surplus: Plus,
  refund: Undo2,
  refund_sent: Undo2,
  refund_retry: Undo2,
  refund_by_hand: Undo2,
  rejection: CircleX,
  cancellation: CircleX,
  cancelled_item: CircleX,
};

/** What was charged, cancelled, paid and refunded, with what was due after each. Entries never change. */
export function LedgerPanel({ order }: { order: Order }) {
  const { data: entries } = usePaymentEntriesQuery(order.id);
  const { method, reference } = order.payment;
  return (
    <Panel
      className="ledger-panel"
      title="Ledger"
      beside={
        <span className="sub">
          Paid {methodPhrases[method]}, reference {reference}
        </span>
      }
    >
      {!entries ? (
        <p className="panel-b muted">Loading the ledger</p>
      ) : (
        <table className="grid-t ledger">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Reference</th>
              <th scope="col">Who</th>
              <th scope="col" className="r">
                When
              </th>
              <th scope="col" className="r">
                Amount
              </th>
              <th scope="col" className="r">
                Due after
              </th>
            </tr>
          </thead>
          <tbody>
            {ledgerOf(order, entries).map((line) => (
              <Line key={line.key} line={line} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function Line({ line }: { line: LedgerLine }) {
  const Icon = icons[line.kind] ?? CircleAlert;
  return (
    <tr className={line.counts ? undefined : "off"}>
      <td>
        <span className="kind">
          <Icon className="ico ico-16" aria-hidden="true" />
          {line.words}
        </span>
      </td>
      <td className="n">{line.reference && <code>{line.reference}</code>}</td>
      <td className="sub">{line.who}</td>
      <td className="sub n r">
        {dayMonth(line.at)}, {timeOfDay(line.at)}
      </td>
      <td className="r n amt">{line.amount !== 0 && rupees(line.amount)}</td>
      <td className="r n">{rupees(line.dueAfter)}</td>
    </tr>
  );
}
