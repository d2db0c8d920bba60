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
  const request = currentData === undefined ? listed : currentData;
  if (request) return <Facts request={request} />;
  if (request === null) return <p role="status">There is no return {id}.</p>;
  if (!error) return <p role="status">Loading the return</p>;
  return <LoadError title="The return could not be loaded" error={error} onRetry={refetch} />;
}

function Facts({ request }: { request: Return }) {
  const { may } = usePermissions();
  const { currentData: order } = useBoardOrderQuery(request.orderId);
  const isClosedOnly = order !== undefined && may("change_return") && !mayNeedRefund(order.payment);
  return (
    <>
      <section className="det-line" aria-label="History">
        <h3 className="visually-hidden">History</h3>
        <ol className={request.status === "refunded" ? "steps all" : "steps"}>
          {request.history.map((step, at) => (
            <li key={step.version} className={at < request.history.length - 1 ? "done" : "done now"}>
              <b>{statusWord(step.status)}</b>
              <span>
                {dayAndTime(step.at)}
                {step.version === request.version && request.changedBy ? `, by ${request.changedBy}` : ""}
              </span>
            </li>
          ))}
          {returnSteps.slice(remainingFrom(request)).map((status) => (
            <li key={status}>
              <b>{statusWord(status)}</b>
            </li>
          ))}
        </ol>
      </section>
      <section className="det-line" aria-label={request.productName}>
        <div className="det-head">
          <Thumbnail url={request.productImageUrl} size={72} />
          <div>
            <h3>{itemTitle(request)}</h3>
            <span className="muted num">
              {pluralize(request.quantity, "piece")}, {rupees(request.amount)}
            </span>
            <div>
              <CustomerLink id={request.customerId} name={request.customerName} />
              {order?.customerPhone ? `, ${order.customerPhone}` : ""},{" "}
              <Link className="textlink" to={`/admin/orders/${request.orderId}`}>
                order {request.orderId}
              </Link>
            </div>
          </div>
        </div>
        <p className="return-why">
          <b>{request.reason}.</b> {request.note}
        </p>
        {order && <Dates request={request} order={order} />}
        {request.answer && (
          <p className="return-why">
            <b>Declined:</b> {request.answer}
          </p>
        )}
        {request.intoStock !== null && (
          <p className="muted mt-3 mb-0">
            {request.stockNote ?? (request.intoStock ? "Back into stock." : "Not back into stock.")}
          </p>
        )}
      </section>
      <section className="det-line" aria-label="Decision">
        {may("change_return") ? (
          <ReturnDecision key={request.id} request={request} payment={order?.payment} />
        ) : (
          <p className="muted">Decisions about returns stay with orders.</p>
        )}
        {request.status === "received" && !may("refund_payment") && <p className="muted">Refunds stay with finance.</p>}
        {request.status === "received" && order && may("refund_payment") && !isClosedOnly && (
          <>
            <h3>Refund</h3>
            <RefundForm
              key={order.payment.version}
              orderId={order.id}
              payment={order.payment}
              owed={request.amount}
              reason={`Return of ${request.productName}`.slice(0, 200)}
              returnId={request.id}
            />
          </>
        )}
      </section>
      <section className="det-line return-notes" aria-label="Notes">
        <h3>Notes of order {request.orderId}</h3>
        <Notes orderId={request.orderId} />
      </section>
    </>
  );
}

/** Whether some money is left to refund, or may still be confirmed. */
const mayNeedRefund = ({ status, method, paid, refunded, due }: Order["payment"]) =>
  paid > refunded || status === "claimed" || (status === "due" && due > 0 && method !== "online");

/** The day of the delivery, the end of the return period, the invoice, and the way of the refund. */
function Dates({ request, order }: { request: Return; order: Order }) {
  const mayRead = useMay("list_invoices");
  const { data: issued } = useInvoicesQuery(order.id, { skip: !mayRead });
  const { data: shop } = useGetShopQuery();
  const deliveredAt = order.items.find(({ itemId }) => itemId === request.itemId)?.deliveredAt;
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
