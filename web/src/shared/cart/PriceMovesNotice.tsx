import { TrendingDown, TrendingUp } from "lucide-react";
import type { CartLine } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import type { KnownPrice } from "@/shared/session/memorySlice";
import type { PriceMoves } from "./priceMoves";

/** Says that prices moved, from what to what, until the shopper has taken note. A screen reader hears it come. */
export function PriceMovesNotice({ moves }: { moves: PriceMoves }) {
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

/** Why one piece costs something else now: old price, and what moved it. */
export function PriceMove({ line: { product }, before }: { line: CartLine; before: KnownPrice }) {
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
