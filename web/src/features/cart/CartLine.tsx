import { Link } from "react-router";
import { inStock } from "@/shared/api/catalogue";
import type { CartLine as Line } from "@/shared/api/types";
import { LineActions } from "@/shared/cart/LineActions";
import { PriceMove } from "@/shared/cart/PriceMovesNotice";
import { grams, rupees } from "@/shared/format";
import type { KnownPrice } from "@/shared/session/memorySlice";
import { NoImage } from "@/shared/ui/NoImage";
import { Picture } from "@/shared/ui/Picture";
import { Quantity } from "./Quantity";

interface CartLineProps {
  line: Line;
  /** What the shopper knows of the price, where that has moved. */
  before: KnownPrice | undefined;
  onRemoved: (line: Line) => void;
}

export function CartLine({ line, before, onRemoved }: CartLineProps) {
  const { product, quantity } = line;
  const image = product.images[0];
  const to = `/${product.id}`;
  const isForSale = inStock(product);
  return (
    <div className="cart-line">
      <Link className="tile" to={to} tabIndex={-1} aria-hidden="true">
        {image ? <Picture image={image} alt="" sizes="168px" /> : <NoImage />}
      </Link>
      <div>
        <h2>
          <Link to={to}>{product.name}</Link>
        </h2>
        <div className="small muted num">
          {product.purity} gold, {grams(product.weight)}
        </div>
        <div className="small muted num mt-1">{rupees(product.ornamentPrice)} each</div>
        {before && <PriceMove line={line} before={before} />}
        {!isForSale && <div className="small bad mt-1">Out of stock</div>}
        <div className="ops">
          <Quantity line={line} />
          <LineActions line={line} onRemoved={onRemoved} />
        </div>
      </div>
      <div className="text-end">
        {isForSale ? (
          <>
            <div className="price">{rupees(product.ornamentPrice * quantity)}</div>
            {product.discount > 0 && <s className="price-was">{rupees(product.mrp * quantity)}</s>}
          </>
        ) : (
          <div className="small muted">Not in the total</div>
        )}
      </div>
    </div>
  );
}
