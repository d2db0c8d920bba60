import { Clock } from "lucide-react";
import { Age } from "@/features/admin/board/Age";
import { useNextPage } from "@/features/admin/board/useNextPage";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { useBoardOrdersInfiniteQuery } from "@/shared/admin/orders/boardApi";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import { methodNames } from "@/shared/admin/orders/paymentTexts";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";

const claimed: BoardArgs = { status: null, search: "", payment: "claimed", sort: "oldest" };
const shownAtMost = 3;

interface ClaimsFirstProps {
  onOpen: (orderId: number) => void;
  onAll: () => void;
}

/** The oldest claims, above the other orders, because a shopper waits for each of them. */
export function ClaimsFirst({ onOpen, onAll }: ClaimsFirstProps) {
  const query = useBoardOrdersInfiniteQuery(claimed);
  const orders = (query.data?.pages ?? [])
    .flatMap((page) => page.orders)
    .filter(({ payment }) => payment.status === "claimed")
    .sort((one, other) => claimedAt(one).localeCompare(claimedAt(other)));
  // One more than is shown, to find out whether there are others.
  useNextPage(query, orders.length <= shownAtMost);
  if (orders.length === 0) return null;
  return (
    <section className="panel claims-first" aria-labelledby="claims-first">
      <h2 id="claims-first">
        <Clock className="ico ico-16" aria-hidden="true" /> Claims to confirm
      </h2>
      <ul>
        {orders.slice(0, shownAtMost).map((order) => (
          <Claim key={order.id} order={order} onOpen={onOpen} />
        ))}
      </ul>
      {orders.length > shownAtMost && (
        <button type="button" className="textlink" onClick={onAll}>
          Show all claims
        </button>
      )}
    </section>
  );
}

const claimedAt = ({ payment }: Order) => payment.claim?.at ?? "";

function Claim({ order, onOpen }: { order: Order; onOpen: ClaimsFirstProps["onOpen"] }) {
  const { claim, method, usedIn } = order.payment;
  if (!claim) return null;
  return (
    <li>
      <b className="num">{order.id}</b>
      <CustomerLink id={order.customerId} name={order.customerName} className="who who-link" />
      <b className="num">{rupees(claim.amount)}</b>
      <span className="num">
        {methodNames[method]}, UTR {claim.reference}
      </span>
      <span className={usedIn.length > 0 ? "bad" : "muted"}>
        {usedIn.length > 0 ? `used before in order ${usedIn.join(", ")}` : <Age at={claim.at} />}
      </span>
      <button
        type="button"
        className="btn btn-line btn-sm"
        aria-label={`Check the claim of order ${order.id}`}
        onClick={() => onOpen(order.id)}
      >
        Check
      </button>
    </li>
  );
}
