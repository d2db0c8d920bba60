import { PackageCheck } from "lucide-react";
import { Navigate, useSearchParams } from "react-router";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";
import { isPayable, type Payment, payPath } from "@/shared/api/payments";
import type { AuthUser, OrderLine } from "@/shared/api/types";
import { windowText } from "@/shared/delivery/windowText";
import { dayAndTime, grams, rupees } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";

/** The confirmation of an order, by its number. */
export function OrderConfirmPage({ user }: { user: AuthUser }) {
  usePageTitle("Order confirmed");
  const [params] = useSearchParams();
  const orderId = Number(params.get("order"));
  const { data, error, isFetching, refetch } = useGetMyOrdersInfiniteQuery(user.id);
  const lines = data?.pages.flatMap((page) => page.lines).filter((line) => line.orderId === orderId);
  if (error && !data) {
    return (
      <div className="wrap section">
        <LoadError title="Failed to load orders" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (lines?.length) return <Confirmed lines={lines} />;
  return isFetching ? <div className="page-wait" aria-busy="true" /> : <Navigate to="/my-orders" replace />;
}

function Confirmed({ lines }: { lines: OrderLine[] }) {
  const order = lines[0] as OrderLine;
  return (
    <div className="wrap confirm">
      <PackageCheck className="big" aria-hidden="true" />
      <h1>Congratulations!</h1>
      <p className="muted">Your order is placed. We have sent its confirmation to your mailbox.</p>
      <section className="panel" aria-labelledby="confirmed">
        <header>
          <h2 id="confirmed" className="num">
            Order {order.orderId}
          </h2>
          <span className="small muted num">{dayAndTime(order.orderedDate ?? order.orderedAt)}</span>
        </header>
        {lines.map((line) => (
          <div key={line.itemId} className="mini">
            <Thumbnail url={line.productImageUrl} size={64} />
            <div>
              <div className="nm">{itemTitle(line)}</div>
              <div className="micro muted num">
                {grams(line.weight)}, qty {line.productQuantity}
              </div>
            </div>
            <span className="price">{rupees(line.itemTotalAmount)}</span>
          </div>
        ))}
        <div className="rows">
          <div>
            <span>Estimated delivery</span>
            <span>{order.deliveryFrom ? windowText(order.deliveryFrom, order.deliveryDate) : "3-5 days"}</span>
          </div>
          <div>
            <span>Payment</span>
            <span>{paymentWords(order.payment)}</span>
          </div>
          <div className="tot">
            <span>Total</span>
            <span>{rupees(order.orderTotalAmount)}</span>
          </div>
        </div>
      </section>
      <div className="d-flex gap-2 justify-content-center flex-wrap">
        {isPayable(order.payment) && (
          <Link className="btn btn-primary" to={payPath(order.orderId)}>
            Pay now
          </Link>
        )}
        <Link className="btn btn-primary" to="/my-orders">
          Follow your order
        </Link>
        <Link className="btn btn-line" to={`/my-orders/${order.orderId}/invoice`}>
          Invoice
        </Link>
        <Link className="btn btn-line" to="/products">
          Back to Store
        </Link>
      </div>
    </div>
  );
}

function paymentWords({ status, method, reference }: Payment): string {
  if (status === "paid") return "Received";
  if (status === "claimed") return "We are checking it";
  if (status !== "due") return status.replace("_", " ");
  return method === "cod" ? "On delivery" : `Due, reference ${reference}`;
}
