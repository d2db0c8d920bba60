import { isSafeToPack, PaymentChip } from "@/features/admin/board/PaymentChip";
import { usePiecesToPackQuery } from "@/shared/admin/orders/packingApi";
import { pluralize } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { packingPath, type Queue } from "./useQueue";

const shown = 5;

interface NextToPackProps {
  queue: Queue;
  orderId: number;
  chosen: number[];
}

/** This order and those after it, with the first bin of each. */
export function NextToPack({ queue, orderId, chosen }: NextToPackProps) {
  const at = Math.max(0, queue.ids.indexOf(orderId));
  const ids = new Set(queue.ids.slice(at, at + shown));
  const orders = queue.orders.filter(({ id }) => ids.has(id));
  const { data } = usePiecesToPackQuery(
    orders.map(({ id }) => id),
    { skip: orders.length === 0 },
  );
  return (
    <section className="panel low" aria-label="Next to pack">
      <div className="panel-h">
        <h2>Next to pack</h2>
        <span className="sp" />
        <span className="sub">{chosen.length > 1 ? "as chosen" : "by age"}</span>
      </div>
      {orders.length === 0 && <p className="panel-b muted mb-0">No other order waits.</p>}
      <ol className="pq">
        {orders.map((order) => (
          <li key={order.id} className={order.id === orderId ? "now" : undefined}>
            {order.id === orderId ? <b>{order.id}</b> : <Link to={packingPath(order.id, chosen)}>{order.id}</Link>}
            <span>
              {order.customerName}, {pluralize(order.totalQuantity, "piece")}
            </span>
            <PaymentChip payment={order.payment} />
            <span className="sub">
              {order.id === orderId
                ? "now"
                : isSafeToPack(order.payment)
                  ? (data?.find((piece) => piece.orderId === order.id && piece.bin)?.bin ?? "")
                  : "asks first"}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
