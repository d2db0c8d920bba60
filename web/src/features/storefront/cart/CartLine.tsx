import { inStock } from "@/shared/api/catalogue";
import type { CartLine as Line } from "@/shared/api/types";
import { CartLineActions } from "@/shared/cart/CartLineActions";
import { PriceChangeReason } from "@/shared/cart/PriceChangeNotice";
import { grams, rupees } from "@/shared/format";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { productPath } from "@/shared/product/productPath";
import { StockNote } from "@/shared/product/StockNote";
import type { KnownPrice } from "@/shared/session/localHistorySlice";
import { Link } from "@/shared/ui/Link";
import { QuantityStepper } from "./QuantityStepper";
import { SizeSelect } from "./SizeSelect";

interface CartLineProps {
  line: Line;
  /** The price that the shopper knows, where it has changed. */
  before: KnownPrice | undefined;
  onRemoved: (line: Line) => void;
}

export function CartLine({ line, before, onRemoved }: CartLineProps) {
  const { product, quantity } = line;
  const image = product.images[0];
  const to = productPath(product.id, line.size);
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
        {(product.sizes?.length > 0 || line.size) && <SizeSelect line={line} />}
        <div className="small muted num mt-1">{rupees(product.ornamentPrice)} each</div>
        {before && <PriceChangeReason line={line} before={before} />}
        {!isForSale && <div className="small bad mt-1">Out of stock{line.size && " in this size"}</div>}
        {isForSale && product.stockLeft !== null && (
          <div className="mt-1" role="status">
            <StockNote product={product} />
          </div>
        )}
        <div className="ops">
          <QuantityStepper line={line} />
          <CartLineActions line={line} onRemoved={onRemoved} />
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
