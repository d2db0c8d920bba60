import { HistoryList } from "@/features/admin/board/details/HistoryList";
import { historyOf } from "@/features/admin/board/details/history";
import { useReturnsOfOrderQuery } from "@/features/admin/board/details/orderReturnsApi";
import { useOrderHistoryQuery } from "@/shared/admin/orders/orderHistoryApi";
import { usePaymentEntriesQuery } from "@/shared/admin/orders/paymentsApi";
import { Panel } from "@/shared/admin/Panel";
import { usePermissions } from "@/shared/admin/permissions";
import type { Order } from "@/shared/api/types";
import { useInvoicesQuery } from "@/shared/orders/invoicesApi";

/** The history of the order, the newest entry first. */
export function HistoryPanel({ order }: { order: Order }) {
  const { may } = usePermissions();
  const { data: entries = [] } = usePaymentEntriesQuery(order.id);
  const { data: invoices = [] } = useInvoicesQuery(order.id, { skip: !may("list_invoices") });
  const { data: returns = [] } = useReturnsOfOrderQuery(order.id);
  const { data: staffHistory } = useOrderHistoryQuery({ orderId: order.id, customerId: order.customerId });
  return (
    <Panel title="History">
      <HistoryList entries={historyOf({ order, entries, invoices, returns, staffHistory })} />
    </Panel>
  );
}
