import { Link } from "react-router";
import type { OrderLine } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { StatusSteps } from "./StatusSteps";

export function OrderItemRow({ line, isChanged }: { line: OrderLine; isChanged: boolean }) {
  const to = `/${line.productId}`;
  return (
    <div className={`oitem${isChanged ? " glow" : ""}`}>
      <Link className="tile" to={to} tabIndex={-1} aria-hidden="true">
        {line.productImageUrl ? (
          <Picture image={{ imageUrl: line.productImageUrl, width: 104, height: 104 }} alt="" />
        ) : (
          <NoImage />
        )}
      </Link>
      <div>
        <h3>
          <Link to={to}>{line.productName}</Link>
        </h3>
        <div className="small muted num">
          {line.purity} gold, {grams(line.weight)}, qty {line.productQuantity}
        </div>
        <div className="mt-2 d-flex align-items-center gap-2 flex-wrap">
          <StatusBadge status={line.status} />
          {isChanged && isRecent(line) && <span className="just">Just now</span>}
          {line.status === "delivered" && (
            <Link className="textlink small" to={`${to}#reviews`} aria-label={`Review it, ${line.productName}`}>
              Review it
            </Link>
          )}
        </div>
      </div>
      <StatusSteps line={line} />
      <div className="amt">
        <span className="price">{rupees(line.itemTotalAmount)}</span>
      </div>
    </div>
  );
}

/** A change that is received after a reconnect may be older. The tolerance covers different clocks. */
function isRecent(line: OrderLine): boolean {
  const at = line[statusTimeKey(line.status)];
  return at !== null && Date.now() - Date.parse(at) < 2 * 60_000;
}
