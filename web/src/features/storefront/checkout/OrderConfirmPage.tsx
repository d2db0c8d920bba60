import { Check, Lock, Mail } from "lucide-react";
import { Navigate, useSearchParams } from "react-router";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";
import { isPayable, type Payment, payPath, useGetShopQuery } from "@/shared/api/payments";
import type { AuthUser, OrderLine } from "@/shared/api/types";
import { windowText } from "@/shared/delivery/windowText";
import { dayAndTime, grams, pluralize, rupees } from "@/shared/format";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { methodPhrases, paymentSentence } from "@/shared/orders/paymentTexts";
import { TrackingLink } from "@/shared/orders/TrackingLink";
import { Picture } from "@/shared/product/Picture";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { NotifyOffer } from "./NotifyOffer";

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
        <LoadError title="Failed to load orders" error={error} onRetry={refetch} />
      </div>
    );
  }
  // As after Back, when the order was cancelled meanwhile.
  if (lines?.length && lines.every(({ status }) => status === "cancelled")) {
    return <Navigate to={`/my-orders#order-${orderId}`} replace />;
  }
  if (lines?.length) return <Confirmed lines={lines} user={user} />;
  return isFetching ? <div className="page-wait" aria-busy="true" /> : <Navigate to="/my-orders" replace />;
}

function Confirmed({ lines, user }: { lines: OrderLine[]; user: AuthUser }) {
  const order = lines[0] as OrderLine;
  const { payment, orderId } = order;
  const isPaid = hasBeenPaid(payment);
  const first = user.name.trim().split(/\s+/)[0];
  return (
    <div className="wrap">
      <div className="done-head">
        <div>
          <span className="okline">
            <Check className="ico" aria-hidden="true" />
            {isPaid ? "Payment received" : "Order placed"}
          </span>
          <h1>Congratulations!</h1>
          <p className="lede">
            Thank you{first && `, ${first}`}. Order {orderId} {lede(payment)}
          </p>
          <dl className="paidline">
            <div>
              <dt>Order</dt>
              <dd>{orderId}</dd>
            </div>
            <div>
              <dt>{amountLabel(payment)}</dt>
              <dd>{rupees(isPaid ? payment.paid : payment.due)}</dd>
            </div>
            <div>
              <dt>Placed</dt>
              <dd>{dayAndTime(order.orderedDate ?? order.orderedAt)}</dd>
            </div>
            <div>
              <dt>Invoice</dt>
              <dd>
                <Link
                  className="textlink"
                  to={`/my-orders/${orderId}/invoice`}
                  aria-label={`Open, invoice of order ${orderId}`}
                >
                  Open
                </Link>
              </dd>
            </div>
          </dl>
          <WhatIsNext order={order} lines={lines} />
          <NotifyOffer orderId={orderId} />
        </div>
        <OrderSheet lines={lines} email={user.email} />
      </div>
    </div>
  );
}

/** Also if a part of it was sent back since. */
const hasBeenPaid = ({ paid, due }: Payment) => paid > 0 && due === 0;

function lede(payment: Payment): string {
  if (hasBeenPaid(payment)) return "is paid, and set aside for you.";
  return payment.status === "claimed" ? "is set aside for you while we check your payment." : "is placed.";
}

function amountLabel(payment: Payment): string {
  if (hasBeenPaid(payment)) return `Paid ${methodPhrases[payment.method]}`;
  return payment.status === "claimed" ? "We are checking" : "To pay";
}

/** The next steps of the order, with the dates that are known. */
function WhatIsNext({ order, lines }: { order: OrderLine; lines: OrderLine[] }) {
  const { data: shop } = useGetShopQuery();
  const { payment, address, deliveryFrom, deliveryDate } = order;
  const isPaid = hasBeenPaid(payment);
  return (
    <section className="next" aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      <ol className="timeline">
        <li className="done last">
          <b>{isPaid ? "Ordered and paid" : "Ordered"}</b>
          <span>{isPaid ? dayAndTime(order.orderedDate ?? order.orderedAt) : paymentWords(payment, lines)}</span>
        </li>
        <li className="todo">
          <b>Checked and packed</b>
          <p>
            {isPayable(payment) && "As soon as it is paid. "}
            {lines.some(({ hallmark }) => hallmark)
              ? "We check each piece and its hallmark; its HUID stands in your order then."
              : "We check each piece before it is packed."}
          </p>
        </li>
        <li className="todo">
          <b>Shipped</b>
          <p>
            You get a mail{shop?.hasTaxInvoices && " with your tax invoice"}, and this shop shows it live in My Orders.
          </p>
        </li>
        <li className="todo">
          <b>Delivered{address?.city && ` in ${address.city}`}</b>
          <p>
            {deliveryFrom
              ? `Expected ${windowText(deliveryFrom, deliveryDate)}${isPayable(payment) ? ", once it is paid" : ""}.`
              : "In 3 to 5 days."}
            {shop && shop.returnDays > 0 && ` From then you have ${pluralize(shop.returnDays, "day")} to return it.`}
          </p>
        </li>
      </ol>
    </section>
  );
}

function OrderSheet({ lines, email }: { lines: OrderLine[]; email: string }) {
  const order = lines[0] as OrderLine;
  return (
    <aside className="panel summary shown" aria-labelledby="confirmed">
      {lines.length === 1 && order.productImageUrl && (
        <div className="tile piece">
          <Picture image={{ imageUrl: order.productImageUrl }} alt="" />
        </div>
      )}
      <div className="in">
        <h2 id="confirmed" className="num">
          Order {order.orderId}
        </h2>
        {lines.map((line) => (
          <div key={line.itemId} className="mini">
            {lines.length > 1 && <Thumbnail url={line.productImageUrl} size={64} />}
            <div>
              <div className="nm">{itemTitle(line)}</div>
              <div className="micro muted num">
                {line.purity} gold, {grams(line.weight)},{" "}
                <span className="text-nowrap">qty {line.productQuantity}</span>
              </div>
            </div>
            <span className="price">{rupees(line.itemTotalAmount)}</span>
          </div>
        ))}
        <div className="rows">
          <div className="tot">
            <span>Total</span>
            <span>{rupees(order.orderTotalAmount)}</span>
          </div>
        </div>
        <p className="micro muted d-flex gap-2">
          <Lock className="ico ico-16" aria-hidden="true" />
          <span className="num">Fixed at {rupees(order.goldRate)} /gm, whatever gold does now.</span>
        </p>
        <TrackingLink orderId={order.orderId} />
        <div className="d-grid gap-2 mt-4">
          {isPayable(order.payment) && (
            <Link className="btn btn-primary" to={payPath(order.orderId)}>
              Pay now
            </Link>
          )}
          <Link className={isPayable(order.payment) ? "btn btn-line" : "btn btn-primary"} to="/my-orders">
            Follow your order
          </Link>
          <Link className="btn btn-ghost" to="/products">
            Back to Store
          </Link>
        </div>
        <p className="micro muted mt-3 mb-0 d-flex gap-2">
          <Mail className="ico ico-16" aria-hidden="true" />
          <span>A confirmation is on its way to {email}.</span>
        </p>
      </div>
    </aside>
  );
}

function paymentWords(payment: Payment, lines: OrderLine[]): string {
  const { status, method, reference, expiresAt } = payment;
  if (status === "claimed") return "We are checking your payment";
  if (status !== "due") return paymentSentence(payment, lines);
  if (method === "cod") return "You pay on delivery";
  return `To be paid${expiresAt ? ` until ${dayAndTime(expiresAt)}` : ""}, reference ${reference}`;
}
