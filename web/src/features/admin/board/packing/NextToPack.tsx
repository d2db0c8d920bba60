import { isSafeToPack } from "@/features/admin/board/PaymentCell";
import { useBoardReturn } from "@/features/admin/board/useBoardReturn";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { usePiecesToPackQuery } from "@/shared/admin/orders/packingApi";
import type { Order } from "@/shared/api/types";
import { pluralize } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { keptOf } from "./pieces";
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
  const ids = queue.ids.slice(at, at + shown);
  const { data } = usePiecesToPackQuery(ids, { skip: ids.length === 0 });
  return (
    <section className="panel low" aria-label="Next to pack">
      <div className="panel-h">
        <h2>Next to pack</h2>
        <span className="sp" />
        <span className="sub">{chosen.length > 0 ? "as chosen" : "by age"}</span>
      </div>
      {ids.length === 0 && <p className="panel-b muted mb-0">No other order waits.</p>}
      <ol className="pq">
        {ids.map((id) => (
          <NextOrder
            key={id}
            id={id}
            loaded={queue.orders.find((order) => order.id === id)}
            bin={data?.find((piece) => piece.orderId === id && piece.bin)?.bin ?? ""}
            isNow={id === orderId}
            chosen={chosen}
          />
        ))}
      </ol>
    </section>
  );
}

interface NextOrderProps {
  id: number;
  /** A chosen order need not be among the oldest, which are loaded. */
  loaded: Order | undefined;
  bin: string;
  isNow: boolean;
  chosen: number[];
}

function NextOrder({ id, loaded, bin, isNow, chosen }: NextOrderProps) {
  const { data } = useBoardOrderQuery(id, { skip: loaded !== undefined });
  const order = loaded ?? data;
  const { state } = useBoardReturn();
  return (
    <li className={isNow ? "now" : undefined}>
      {isNow ? (
        <b>{id}</b>
      ) : (
        <Link to={packingPath(id, chosen)} state={state}>
          {id}
        </Link>
      )}
      <span>{order && `${order.customerName}, ${pluralize(keptOf(order).quantity, "piece")}`}</span>
      {order && <PaymentChip payment={order.payment} />}
      <span className="sub">{isNow ? "now" : order && !isSafeToPack(order.payment) ? "asks first" : bin}</span>
    </li>
  );
}
