import { usePaymentEntriesQuery } from "@/shared/admin/orders/paymentsApi";
import { Panel } from "@/shared/admin/Panel";
import { usePermissions } from "@/shared/admin/permissions";
import type { Order } from "@/shared/api/types";
import { dayMonth, timeOfDay } from "@/shared/format";
import { useInvoicesQuery } from "@/shared/orders/invoicesApi";
import { historyOf } from "./history";
import { useReturnsOfOrderQuery } from "./orderReturnsApi";

/** All that happened to the order, the newest first: a filled dot for a person, a ring for the shop itself. */
export function HistoryPanel({ order }: { order: Order }) {
  const { may } = usePermissions();
  const { data: entries = [] } = usePaymentEntriesQuery(order.id);
  const { data: invoices = [] } = useInvoicesQuery(order.id, { skip: !may("list_invoices") });
  const { data: returns = [] } = useReturnsOfOrderQuery(order.id);
  return (
    <Panel title="History">
      <ol className="hist">
        {historyOf({ order, entries, invoices, returns }).map(({ key, at, words, by, tone, isUndone }) => (
          <li key={key} className={by === null ? "sys" : undefined}>
            <time dateTime={at}>
              {dayMonth(at)}, {timeOfDay(at)}
            </time>
            <i className={`dot-${tone}`} aria-hidden="true" />
            <span>
              {isUndone ? <s>{words}</s> : words} {by && <span className="by">{by}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
