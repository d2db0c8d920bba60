import { useState } from "react";
import type { OrderLine } from "@/shared/api/types";
import { dayAndTime, rupees } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { MoneyStrip } from "./MoneyStrip";
import { OrderItemRow } from "./OrderItemRow";
import { invoicePath, type ShownOrder } from "./orderDisplay";
import { ReorderButton } from "./ReorderButton";
import { useHasInvoice } from "./useHasInvoice";

const OrderDetails = lazyDialog(() => import("./OrderDetailsDialog").then((file) => file.OrderDetailsDialog));

export function OrderCard({ order, changedItems }: { order: ShownOrder; changedItems: ReadonlySet<number> }) {
  const [open, setOpen] = useState(false);
  const hasInvoice = useHasInvoice(order);
  const first = order.lines[0] as OrderLine;
  const titleId = `order-${order.orderId}`;
  return (
    <section className="panel ocard" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} className="num">
          Order {order.orderId}
        </h2>
        <dl>
          <div>
            <dt>Placed</dt>
            <dd>{dayAndTime(first.orderedDate ?? first.orderedAt)}</dd>
          </div>
          <div>
            <dt>Items</dt>
            <dd>{first.totalQuantity}</dd>
          </div>
          <div>
            <dt>Total</dt>
            <dd>{rupees(first.orderTotalAmount)}</dd>
          </div>
          {first.statusText && (
            <div className="own-status">
              <dt>Status</dt>
              <dd>{first.statusText}</dd>
            </div>
          )}
        </dl>
        <div className="acts">
          <button
            type="button"
            className="btn btn-line btn-sm"
            aria-label={`View Details of order ${order.orderId}`}
            onClick={() => setOpen(true)}
          >
            View Details
          </button>
          <Link className="btn btn-ghost btn-sm" to="/contact-us" aria-label={`Help with order ${order.orderId}`}>
            Help
          </Link>
          {hasInvoice && (
            <Link
              className="btn btn-ghost btn-sm"
              to={invoicePath(order.orderId)}
              aria-label={`Invoice of order ${order.orderId}`}
            >
              Invoice
            </Link>
          )}
          <ReorderButton order={order} />
        </div>
      </header>
      <MoneyStrip orderId={order.orderId} payment={first.payment} lines={order.lines} />
      {order.lines.map((line) => (
        <OrderItemRow key={line.itemId} line={line} lines={order.lines} isChanged={changedItems.has(line.itemId)} />
      ))}
      {open && <OrderDetails order={order} onClose={() => setOpen(false)} />}
    </section>
  );
}
