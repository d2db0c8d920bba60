import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { cartTotals } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import type { CartLine } from "@/shared/api/types";
import { PriceMovesNotice } from "@/shared/cart/PriceMovesNotice";
import { usePriceMoves } from "@/shared/cart/priceMoves";
import { grams, rupees } from "@/shared/format";
import type { KnownPrice } from "@/shared/session/memorySlice";
import { Picture } from "@/shared/ui/Picture";
import { PriceRows } from "@/shared/ui/PriceRows";

interface OrderSummaryProps {
  lines: CartLine[];
  /** Why the order was not placed, if it was tried. */
  notice: ReactNode;
  isHeld: boolean;
  onPlace: () => void;
}

export function OrderSummary({ lines, notice, isHeld, onPlace }: OrderSummaryProps) {
  const moves = usePriceMoves(lines);
  return (
    <aside className="panel summary" aria-labelledby="summary">
      <h2 id="summary" className="mb-2">
        Order summary
      </h2>
      <PriceMovesNotice moves={moves} />
      <div className="mb-3">
        {lines.map((line) => (
          <Line key={line.cartId} line={line} before={moves.before(line)} />
        ))}
      </div>
      <PriceRows totals={cartTotals(lines)} />
      {notice}
      <button type="button" className="btn btn-primary btn-lg w-100 mt-4" disabled={isHeld} onClick={onPlace}>
        Place Order
      </button>
      <p className="micro muted mt-3 mb-0 d-flex gap-2">
        <Lock className="ico ico-16" aria-hidden="true" />
        <span>
          We price your order once more when you place it. If the gold rate has moved, you see old and new before you
          confirm.
        </span>
      </p>
    </aside>
  );
}

function Line({ line: { product, quantity }, before }: { line: CartLine; before: KnownPrice | undefined }) {
  return (
    <div className="mini">
      <span className="thumb">{product.images[0] && <Picture image={product.images[0]} alt="" sizes="64px" />}</span>
      <div>
        <div className="nm">{product.name}</div>
        <div className="micro muted num">
          {grams(product.weight)}, qty {quantity}
        </div>
        {!inStock(product) && <div className="micro bad">Out of stock</div>}
      </div>
      <span className="text-end">
        <span className="price">{rupees(product.ornamentPrice * quantity)}</span>
        {before && <s className="price-was d-block">{rupees(before.ornamentPrice * quantity)}</s>}
      </span>
    </div>
  );
}
