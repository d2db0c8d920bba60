import { Undo2 } from "lucide-react";
import { useState } from "react";
import { errorReason } from "@/shared/api/errors";
import { type Payment, useGetShopQuery } from "@/shared/api/payments";
import type { OrderLine } from "@/shared/api/types";
import { day, dayOf, rupees } from "@/shared/format";
import { useFromNow } from "@/shared/hooks/useNow";
import { amountToRefund, isAllRefunded, refundProgress } from "@/shared/orders/paymentTexts";
import { hasEnded, type Return, timesOf, useStepReturnMutation } from "@/shared/orders/returnsApi";
import { returnableUntil } from "@/shared/orders/returnTexts";
import { itemTitle } from "@/shared/product/sizeText";
import { Link } from "@/shared/ui/Link";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { ReturnSteps } from "./ReturnSteps";
import { useReturnsOf } from "./useReturnsOf";

const ReturnDialog = lazyDialog(() => import("./ReturnDialog").then((file) => file.ReturnDialog));

interface ReturnLineProps {
  line: OrderLine;
  /** The return whose steps the row of the item shows. */
  shown?: Return | undefined;
}

/** How many pieces can be returned and until when, and the status of the returns; updated live. */
export function ReturnLine({ line, shown }: ReturnLineProps) {
  const its = useReturnsOf(line);
  const { data: shop } = useGetShopQuery();
  const [isAsking, setAsking] = useState(false);
  useFromNow(dayOf); // renders again on the next day
  if (!its || !shop) return null;
  const left = its.filter((each) => !hasEnded(each)).reduce((sum, each) => sum - each.quantity, line.productQuantity);
  const until = returnableUntil(line.deliveredAt ?? "", shop.returnDays);
  const isOpen = left > 0 && Date.now() <= until;
  if (its.length === 0 && !isOpen && !isAsking) return null;
  return (
    <>
      {its
        .toReversed()
        .map((wanted) =>
          hasEnded(wanted) ? (
            <Ended key={wanted.id} wanted={wanted} />
          ) : (
            <Open key={wanted.id} wanted={wanted} payment={line.payment} hasSteps={wanted.id !== shown?.id} />
          ),
        )}
      {isOpen && (
        <div className="oline ask">
          <span className="end">Return until {day(until)}</span>
          <button
            type="button"
            className="textlink act"
            aria-label={`Return, ${itemTitle(line)}`}
            onClick={() => setAsking(true)}
          >
            Return
          </button>
        </div>
      )}
      {isAsking && <ReturnDialog line={line} left={left} until={until} onClose={() => setAsking(false)} />}
    </>
  );
}

/** The refunded amount of a return. A return without its own refund is closed when nothing is left to refund. */
function sentBack(wanted: Return, payment: Payment): string {
  if (wanted.refunded !== null) return `${rupees(wanted.refunded)} ${refundProgress(payment)} to you.`;
  if (payment.paid === 0) return "Nothing was paid, so nothing goes back to you.";
  const closedAt = timesOf(wanted).refunded;
  if (payment.paidAt && closedAt && payment.paidAt > closedAt) return paidLater(payment);
  const what = isAllRefunded(payment) ? "All that you paid" : "What you paid for it";
  return `${what} ${refundProgress(payment)} to you.`;
}

/**
 * The part of a payment after the closing of the return that is refunded. It is unknown which pieces a refund was for.
 */
function paidLater({ refundDue, refunded }: Payment): string {
  const closed = "Nothing had been paid when this return was closed";
  if (refundDue > 0) return `${closed}. What you paid for it since goes back to you.`;
  return refunded > 0 ? `${closed}.` : `${closed}, so nothing goes back to you.`;
}

interface OpenProps {
  wanted: Return;
  payment: Payment;
  hasSteps: boolean;
}

function Open({ wanted, payment, hasSteps }: OpenProps) {
  const [step, { isLoading, error }] = useStepReturnMutation();
  const { id, version, status } = wanted;
  return (
    <>
      {hasSteps && (
        <div className="oline way">
          <ReturnSteps wanted={wanted} />
        </div>
      )}
      <div className="oline">
        <span role="status">
          {status === "refunded" || isAllRefunded(payment)
            ? sentBack(wanted, payment)
            : payment.paid > 0
              ? `You get back ${rupees(amountToRefund(wanted.amount, payment))}`
              : "We have noted no payment for this order yet. What you paid goes back to you."}
        </span>
        {status === "approved" && (
          <Link className="textlink act" to="/returns">
            Where to send it
          </Link>
        )}
        {error && (
          <span role="alert" className="text-danger">
            {errorReason(error)}
          </span>
        )}
        {(status === "requested" || status === "approved") && (
          <button
            type="button"
            className="plain end"
            aria-label={`Withdraw return, ${wanted.productName}`}
            aria-disabled={isLoading}
            onClick={() => !isLoading && void step({ id, version, action: "withdraw" })}
          >
            Withdraw return
          </button>
        )}
      </div>
    </>
  );
}

function Ended({ wanted }: { wanted: Return }) {
  const at = wanted.history.at(-1)?.at ?? wanted.requestedAt;
  return (
    <div className="oline">
      <span className="pair">
        <Undo2 className="ico ico-16" aria-hidden="true" />
        <span>
          {wanted.status === "declined"
            ? `Return declined on ${day(at)}: ${wanted.answer}`
            : `You withdrew the return on ${day(at)}.`}
        </span>
      </span>
    </div>
  );
}
