import { TrendingDown, TrendingUp } from "lucide-react";
import type { CartLine } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import type { KnownPrice } from "@/shared/session/localHistorySlice";
import type { PriceChanges } from "./usePriceChanges";

/** Reports price changes until the shopper confirms them. It is announced by screen readers. */
export function PriceChangeNotice({ moves }: { moves: PriceChanges }) {
  const { moved, totalBefore, totalNow, acknowledge } = moves;
  const Icon = totalNow > totalBefore ? TrendingUp : TrendingDown;
  return (
    <div role="status">
      {moved.length > 0 && (
        <div className="moved">
          <Icon className="ico" aria-hidden="true" />
          <p>
            <b>Prices have moved since you chose.</b> Your cart came to {rupees(totalBefore)} and is now{" "}
            {rupees(totalNow)}.
          </p>
          <button type="button" className="btn btn-line btn-sm" onClick={acknowledge}>
            Got it
          </button>
        </div>
      )}
    </div>
  );
}

/** The old price of a line and the reason of the change. */
export function PriceChangeReason({ line: { product }, before }: { line: CartLine; before: KnownPrice }) {
  const change = product.ornamentPrice - before.ornamentPrice;
  const amount = `${rupees(Math.abs(change))} ${change > 0 ? "more" : "less"}`;
  return (
    <div className="micro moved-why num">
      Was {rupees(before.ornamentPrice)}, now {amount},{" "}
      {before.goldRate === product.goldRate
        ? "because the charges of this piece changed"
        : `because the gold rate went from ${rupees(before.goldRate)} to ${rupees(product.goldRate)} /gm`}
      .
    </div>
  );
}
