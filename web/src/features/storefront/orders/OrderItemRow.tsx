import { BadgeCheck } from "lucide-react";
import { useRef, useState } from "react";
import { isBeforePacking, type OrderLine } from "@/shared/api/types";
import { dayOf, grams, rupees } from "@/shared/format";
import { useHeldFocus } from "@/shared/hooks/useHeldFocus";
import { useFromNow } from "@/shared/hooks/useNow";
import { hasEnded } from "@/shared/orders/returnsApi";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { itemTitle, sizeText } from "@/shared/product/sizeText";
import { Link } from "@/shared/ui/Link";
import { lazyDialog } from "@/shared/ui/lazyPart";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { CancelledLine } from "./CancelledLine";
import { HallmarkLine, isHallmarked } from "./HallmarkLine";
import { ReturnLine } from "./ReturnLine";
import { ReturnSteps } from "./ReturnSteps";
import { isLate, isOnItsWay, LateLine, ShipmentLine, TrackParcel } from "./ShipmentLine";
import { StatusSteps } from "./StatusSteps";
import { useReturnsOf } from "./useReturnsOf";

const CancelItemDialog = lazyDialog(() => import("./CancelItemDialog").then((file) => file.CancelItemDialog));

interface OrderItemRowProps {
  line: OrderLine;
  /** All lines of its order. */
  lines: OrderLine[];
  isChanged: boolean;
}

export function OrderItemRow({ line, lines, isChanged }: OrderItemRowProps) {
  const to = `/${line.productId}`;
  const [isCancelling, setCancelling] = useState(false);
  useFromNow(dayOf); // renders again on the next day, when the item may be late
  const heading = useRef<HTMLHeadingElement>(null);
  const holder = useHeldFocus(() => heading.current?.querySelector("a"));
  const isCancelled = line.status === "cancelled";
  const review = line.isReviewed ? "Your review" : "Review it";
  const returned = useReturnsOf(line)?.find((each) => !hasEnded(each));
  return (
    <div className={`oitem${isChanged ? " glow" : ""}${isCancelled ? " gone" : ""}`} {...holder}>
      <Link className="tile" to={to} tabIndex={-1} aria-hidden="true">
        {line.productImageUrl ? (
          <Picture image={{ imageUrl: line.productImageUrl, width: 104, height: 104 }} alt="" />
        ) : (
          <NoImage />
        )}
      </Link>
      <div>
        <h3 ref={heading}>
          <Link to={to}>{line.productName}</Link>
        </h3>
        <div className="small muted num">
          {line.purity} gold, {line.size && `${sizeText(line.size)}, `}
          {grams(line.weight)}, qty&nbsp;{line.productQuantity}
        </div>
        <div className="mt-2 d-flex align-items-center gap-2 flex-wrap">
          <StatusBadge status={line.status} />
          {isChanged && isRecent(line) && <span className="just">Just now</span>}
          {line.status === "delivered" && (
            <Link className="textlink small" to={`${to}#reviews`} aria-label={`${review}, ${line.productName}`}>
              {review}
            </Link>
          )}
        </div>
      </div>
      {isCancelled ? (
        <CancelledLine line={line} lines={lines} />
      ) : returned ? (
        <ReturnSteps wanted={returned} />
      ) : (
        <StatusSteps line={line} />
      )}
      <div className="amt">
        <span className="price">
          {isCancelled ? <s>{rupees(line.itemTotalAmount)}</s> : rupees(line.itemTotalAmount)}
        </span>
      </div>
      {(isLate(line) || isHallmarked(line) || isOnItsWay(line) || isBeforePacking(line)) && (
        <div className="oline">
          <LateLine line={line} />
          {isOnItsWay(line) && <ShipmentLine line={line} />}
          {isHallmarked(line) && (
            <span className="pair">
              <BadgeCheck className="ico" aria-hidden="true" />
              <HallmarkLine line={line} />
            </span>
          )}
          <TrackParcel line={line} />
          {isBeforePacking(line) && (
            <button
              type="button"
              className="plain end"
              aria-label={`Cancel item, ${itemTitle(line)}`}
              onClick={() => setCancelling(true)}
            >
              Cancel item
            </button>
          )}
        </div>
      )}
      {line.status === "delivered" && <ReturnLine line={line} shown={returned} />}
      {isCancelling && <CancelItemDialog line={line} onClose={() => setCancelling(false)} />}
    </div>
  );
}

/** A change that is received after a reconnect may be older. The tolerance covers different clocks. */
function isRecent(line: OrderLine): boolean {
  const at = line[statusTimeKey(line.status)];
  return at !== null && Date.now() - Date.parse(at) < 2 * 60_000;
}
