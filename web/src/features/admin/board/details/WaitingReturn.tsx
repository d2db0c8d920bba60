import { useReturnsOfOrderQuery } from "@/features/admin/board/page/orderReturnsApi";
import { useMay } from "@/shared/admin/permissions";
import type { Order } from "@/shared/api/types";
import { Link } from "@/shared/ui/Link";

/** The received return of an order whose money is to be paid back with it, and not by a refund of the order. */
export function WaitingReturn({ order }: { order: Order }) {
  const mayRead = useMay("list_returns");
  const isDelivered = order.items.some(({ status }) => status === "delivered");
  const { data: returns } = useReturnsOfOrderQuery(order.id, { skip: !mayRead || !isDelivered });
  const waiting = returns?.findLast(({ status }) => status === "received");
  if (!waiting) return null;
  return (
    <p className="muted small">
      R-{waiting.id} waits for its refund.{" "}
      <Link className="textlink" to={`/admin/returns?return=${waiting.id}`}>
        Pay it back under Returns.
      </Link>
    </p>
  );
}
