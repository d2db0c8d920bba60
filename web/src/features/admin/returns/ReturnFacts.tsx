import { CustomerLink } from "@/shared/admin/CustomerLink";
import { Notes } from "@/shared/admin/desk/NotesPanel";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { RefundForm } from "@/shared/admin/orders/RefundForm";
import { useMay, usePermissions } from "@/shared/admin/permissions";
import { useGetShopQuery } from "@/shared/api/payments";
import type { Order } from "@/shared/api/types";
import { day, dayAndTime, pluralize, rupees } from "@/shared/format";
import { useInvoicesQuery } from "@/shared/orders/invoicesApi";
import { methodPhrases } from "@/shared/orders/paymentTexts";
import { type Return, returnSteps } from "@/shared/orders/returnsApi";
import { returnableUntil } from "@/shared/orders/returnTexts";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { statusWord } from "@/shared/ui/StatusBadge";
import { ReturnDecision } from "./ReturnDecision";
import { useOneReturnQuery } from "./returnsQueueApi";

interface ReturnFactsProps {
  id: number;
  /** The return as the list has it, shown until it is loaded. */
  listed?: Return | undefined;
}

/** The returned pieces and the reason, the decision and the history; updated live. */
export function ReturnFacts({ id, listed }: ReturnFactsProps) {
  const { currentData, error, refetch } = useOneReturnQuery(id);
  const wanted = currentData === undefined ? listed : currentData;
  if (wanted) return <Facts wanted={wanted} />;
  if (wanted === null) return <p role="status">There is no return {id}.</p>;
  if (!error) return <p role="status">Loading the return</p>;
  return <LoadError title="The return could not be loaded" error={error} onRetry={refetch} />;
}

function Facts({ wanted }: { wanted: Return }) {
  const { may } = usePermissions();
  const { currentData: order } = useBoardOrderQuery(wanted.orderId);
  const isClosedOnly = order !== undefined && may("change_return") && !mayNeedRefund(order.payment);
  return (
    <>
      <section className="det-line" aria-label="History">
        <h3 className="visually-hidden">History</h3>
        <ol className={wanted.status === "refunded" ? "steps all" : "steps"}>
          {wanted.history.map((step, at) => (
            <li key={step.version} className={at < wanted.history.length - 1 ? "done" : "done now"}>
              <b>{statusWord(step.status)}</b>
              <span>
                {dayAndTime(step.at)}
                {step.version === wanted.version && wanted.changedBy ? `, by ${wanted.changedBy}` : ""}
              </span>
            </li>
          ))}
          {returnSteps.slice(remainingFrom(wanted)).map((status) => (
            <li key={status}>
              <b>{statusWord(status)}</b>
            </li>
          ))}
        </ol>
      </section>
      <section className="det-line" aria-label={wanted.productName}>
        <div className="det-head">
          <Thumbnail url={wanted.productImageUrl} size={72} />
          <div>
            <h3>{itemTitle(wanted)}</h3>
            <span className="muted num">
              {pluralize(wanted.quantity, "piece")}, {rupees(wanted.amount)}
            </span>
            <div>
              <CustomerLink id={wanted.customerId} name={wanted.customerName} />
              {order?.customerPhone ? `, ${order.customerPhone}` : ""},{" "}
              <Link className="textlink" to={`/admin/orders/${wanted.orderId}`}>
                order {wanted.orderId}
              </Link>
            </div>
          </div>
        </div>
        <p className="return-why">
          <b>{wanted.reason}.</b> {wanted.note}
        </p>
        {order && <Dates wanted={wanted} order={order} />}
        {wanted.answer && (
          <p className="return-why">
            <b>Declined:</b> {wanted.answer}
          </p>
        )}
        {wanted.intoStock !== null && (
          <p className="muted mt-3 mb-0">
            {wanted.stockNote ?? (wanted.intoStock ? "Back into stock." : "Not back into stock.")}
          </p>
        )}
      </section>
      <section className="det-line" aria-label="Decision">
        {may("change_return") ? (
          <ReturnDecision key={wanted.id} wanted={wanted} payment={order?.payment} />
        ) : (
          <p className="muted">Decisions about returns stay with orders.</p>
        )}
        {wanted.status === "received" && !may("refund_payment") && <p className="muted">Refunds stay with finance.</p>}
        {wanted.status === "received" && order && may("refund_payment") && !isClosedOnly && (
          <>
            <h3>Refund</h3>
            <RefundForm
              key={order.payment.version}
              orderId={order.id}
              payment={order.payment}
              owed={wanted.amount}
              reason={`Return of ${wanted.productName}`.slice(0, 200)}
              returnId={wanted.id}
            />
          </>
        )}
      </section>
      <section className="det-line return-notes" aria-label="Notes">
        <h3>Notes of order {wanted.orderId}</h3>
        <Notes orderId={wanted.orderId} />
      </section>
    </>
  );
}

/** Whether some money is left to refund, or may still be confirmed. */
const mayNeedRefund = ({ status, method, paid, refunded, due }: Order["payment"]) =>
  paid > refunded || status === "claimed" || (status === "due" && due > 0 && method !== "online");

/** The day of the delivery, the end of the return period, the invoice, and the way of the refund. */
function Dates({ wanted, order }: { wanted: Return; order: Order }) {
  const mayRead = useMay("list_invoices");
  const { data: issued } = useInvoicesQuery(order.id, { skip: !mayRead });
  const { data: shop } = useGetShopQuery();
  const deliveredAt = order.items.find(({ itemId }) => itemId === wanted.itemId)?.deliveredAt;
  const invoice = issued?.find(({ kind }) => kind === "invoice");
  return (
    <dl className="return-dates num">
      {deliveredAt && (
        <div>
          <dt>Delivered</dt>
          <dd>{dayAndTime(deliveredAt)}</dd>
        </div>
      )}
      {deliveredAt && shop && (
        <div>
          <dt>Returnable</dt>
          <dd>until {day(returnableUntil(deliveredAt, shop.returnDays))}</dd>
        </div>
      )}
      {invoice && (
        <div>
          <dt>Invoice</dt>
          <dd>{invoice.number}</dd>
        </div>
      )}
      <div>
        <dt>Paid</dt>
        <dd>{methodPhrases[order.payment.method]}</dd>
      </div>
    </dl>
  );
}

function remainingFrom({ status }: Return): number {
  const at = returnSteps.indexOf(status as (typeof returnSteps)[number]);
  return at < 0 ? returnSteps.length : at + 1;
}
