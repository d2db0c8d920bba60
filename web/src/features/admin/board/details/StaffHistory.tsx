import { useOrderHistoryQuery } from "@/shared/admin/orders/orderHistoryApi";
import type { Order } from "@/shared/api/types";
import { HistoryList } from "./HistoryList";
import { staffHistoryOf } from "./history";

/** The history of the whole order besides its money: assignments, parcels, and the mails about it. */
export function StaffHistory({ order }: { order: Order }) {
  const { data } = useOrderHistoryQuery({ orderId: order.id, customerId: order.customerId });
  const entries = staffHistoryOf(order, data);
  if (entries.length === 0) return null;
  return (
    <section className="det-line" aria-labelledby="order-history">
      <h3 id="order-history">Desk, parcels and mails</h3>
      <HistoryList entries={entries} />
    </section>
  );
}
