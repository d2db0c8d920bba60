import { CircleAlert, CloudOff } from "lucide-react";
import { Link } from "react-router";
import { errorReason, pauseText } from "@/shared/api/errors";
import type { NewOrder } from "@/shared/api/types";
import { counted, rupees } from "@/shared/format";
import { isOpen, type Refusal } from "./usePlaceOrder";

interface RefusalNoticeProps {
  refusal: Refusal;
  /** The open order, where the cart holds something else by now. */
  other: NewOrder | undefined;
  onAskAgain: () => void;
}

/** Why there is no order yet, beside the button that was pressed. New prices have a question of their own. */
export function RefusalNotice({ refusal, other, onAskAgain }: RefusalNoticeProps) {
  if (refusal.kind === "prices") return null;
  const canAskAgain = isOpen(refusal);
  const Icon = canAskAgain ? CloudOff : CircleAlert;
  return (
    <div className="alertline" role="alert">
      <Icon className="ico" aria-hidden="true" />
      <span>
        {wordsFor(refusal)}
        {other && ` ${asItWas(other)}`}
      </span>
      {canAskAgain && (
        <button type="button" className="btn btn-line btn-sm" onClick={onAskAgain}>
          Try again
        </button>
      )}
      {refusal.kind === "unavailable" && (
        <Link className="btn btn-line btn-sm" to="/shopping-cart">
          Go to cart
        </Link>
      )}
    </div>
  );
}

function wordsFor(refusal: Exclude<Refusal, { kind: "prices" }>): string {
  if (refusal.kind === "refused") return pauseText(refusal.error) ?? errorReason(refusal.error);
  if (refusal.kind === "unavailable") {
    return `No longer in stock: ${refusal.names.join(", ")}. Take it out of the cart to order the rest.`;
  }
  return `${whyOpen[refusal.kind]}, so we do not know yet whether your order was placed. Trying again is safe: it is placed once.`;
}

const asItWas = ({ totalQuantity, totalAmount }: NewOrder) =>
  `It is sent as it was, ${counted(totalQuantity, "piece")} for ${rupees(totalAmount)}, without what you have changed in the cart since.`;

const whyOpen = {
  unanswered: "The shop did not answer",
  cutOff: "Your session ended before the shop had answered",
};
