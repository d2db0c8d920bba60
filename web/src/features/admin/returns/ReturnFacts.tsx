import { CustomerLink } from "@/shared/admin/CustomerLink";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { RefundForm } from "@/shared/admin/orders/RefundForm";
import { usePermissions } from "@/shared/admin/permissions";
import { dayAndTime, pluralize, rupees } from "@/shared/format";
import { type Return, returnSteps } from "@/shared/orders/returnsApi";
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

/** What was returned and why, the decision about it and its history; updated live. */
export function ReturnFacts({ id, listed }: ReturnFactsProps) {
  const { currentData, error, isFetching, refetch } = useOneReturnQuery(id);
  const wanted = currentData === undefined ? listed : currentData;
  if (wanted) return <Facts wanted={wanted} />;
  if (wanted === null) return <p role="status">There is no return {id}.</p>;
  if (isFetching || !error) return <p role="status">Loading the return</p>;
  return <LoadError title="The return could not be loaded" error={error} onRetry={() => void refetch()} />;
}

function Facts({ wanted }: { wanted: Return }) {
  const { may } = usePermissions();
  const { currentData: order } = useBoardOrderQuery(wanted.orderId);
  return (
    <>
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
        {wanted.answer && (
          <p className="return-why">
            <b>Declined:</b> {wanted.answer}
          </p>
        )}
        {wanted.intoStock !== null && (
          <p className="muted mt-3 mb-0">{wanted.intoStock ? "Back into stock." : "Not back into stock."}</p>
        )}
      </section>
      <section className="det-line" aria-label="Decision">
        {may("change_return") ? (
          <ReturnDecision key={wanted.id} wanted={wanted} />
        ) : (
          <p className="muted">Decisions about returns stay with orders.</p>
        )}
        {wanted.status === "received" && !may("refund_payment") && <p className="muted">Refunds stay with finance.</p>}
        {wanted.status === "received" && order && may("refund_payment") && (
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
      <section className="det-line" aria-label="History">
        <h3>History</h3>
        <ol className="timeline">
          {wanted.history.map((step) => (
            <li key={step.version} className="done">
              <b>{statusWord(step.status)}</b>
              <span>
                {dayAndTime(step.at)}
                {step.version === wanted.version && wanted.changedBy ? `, by ${wanted.changedBy}` : ""}
              </span>
            </li>
          ))}
          {returnSteps.slice(remainingFrom(wanted)).map((status) => (
            <li key={status} className="todo">
              <b>{statusWord(status)}</b>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function remainingFrom({ status }: Return): number {
  const at = returnSteps.indexOf(status as (typeof returnSteps)[number]);
  return at < 0 ? returnSteps.length : at + 1;
}
