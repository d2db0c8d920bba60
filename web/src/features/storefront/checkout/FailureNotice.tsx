import { CircleAlert, CloudOff } from "lucide-react";
import { type RefObject, useEffect } from "react";
import { errorReason } from "@/shared/api/errors";
import type { NewOrder } from "@/shared/api/types";
import { pluralize, rupees } from "@/shared/format";
import { Link } from "@/shared/ui/Link";
import { isOutcomeUnknown, type PlacementFailure } from "./usePlaceOrder";

interface FailureNoticeProps {
  box: RefObject<HTMLDivElement | null>;
  failure: PlacementFailure;
  /** The pending order, if the cart has changed since. */
  other: NewOrder | undefined;
  onAskAgain: () => void;
  /** Whether it answers a try on this page, whose button is far away on a narrow page. */
  takesFocus: boolean;
}

/** Explains why the order was not placed. Changed prices have their own dialog. */
export function FailureNotice({ box, failure, other, onAskAgain, takesFocus }: FailureNoticeProps) {
  useEffect(() => {
    if (takesFocus) showNotice(box.current);
  }, [box, takesFocus]);
  if (failure.kind === "prices") return null;
  const canAskAgain = isOutcomeUnknown(failure);
  const Icon = canAskAgain ? CloudOff : CircleAlert;
  return (
    <div ref={box} tabIndex={-1} className="alertline" role="alert">
      <Icon className="ico" aria-hidden="true" />
      <span>
        {failureText(failure)}
        {other && ` ${unchangedOrderText(other)}`}
      </span>
      {canAskAgain && (
        <button type="button" className="btn btn-line btn-sm" onClick={onAskAgain}>
          Try again
        </button>
      )}
      {failure.kind === "unavailable" && (
        <Link className="btn btn-line btn-sm" to="/shopping-cart">
          Go to cart
        </Link>
      )}
    </div>
  );
}

/** Scrolls to the notice and focuses the way on, if it has one. */
export function showNotice(box: HTMLElement | null) {
  box?.scrollIntoView({ block: "center" });
  (box?.querySelector<HTMLElement>("button, a") ?? box)?.focus({ preventScroll: true });
}

function failureText(failure: Exclude<PlacementFailure, { kind: "prices" }>): string {
  if (failure.kind === "refused") return errorReason(failure.error);
  if (failure.kind === "unavailable") {
    if (failure.names.length === 0) return errorReason(failure.error);
    return `No longer in stock: ${failure.names.join(", ")}. Take it out of the cart to order the rest.`;
  }
  return `${unknownOutcomeReason[failure.kind]}, so we do not know yet whether your order was placed. Trying again is safe: it is placed once.`;
}

const unchangedOrderText = ({ totalQuantity, totalAmount }: NewOrder) =>
  `It is sent as it was, ${pluralize(totalQuantity, "piece")} for ${rupees(totalAmount)}, without what you have changed in the cart since.`;

const unknownOutcomeReason = {
  unanswered: "The shop did not answer",
  cutOff: "Your session ended before the shop had answered",
};
