import { Lock } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { cartTotals, linesForSale } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import type { PaymentMethod } from "@/shared/api/payments";
import type { CartLine } from "@/shared/api/types";
import { CartLineActions } from "@/shared/cart/CartLineActions";
import { OutOfStockGuard } from "@/shared/cart/OutOfStockGuard";
import { PriceChangeNotice } from "@/shared/cart/PriceChangeNotice";
import { usePriceChanges } from "@/shared/cart/usePriceChanges";
import { grams, rupees } from "@/shared/format";
import { measuredBar } from "@/shared/hooks/measuredBar";
import { methodPhrases } from "@/shared/orders/paymentTexts";
import { NoImage } from "@/shared/product/NoImage";
import { Picture } from "@/shared/product/Picture";
import { PriceTotals } from "@/shared/product/PriceTotals";
import { StockNote } from "@/shared/product/StockNote";
import { sizeText } from "@/shared/product/sizeText";
import type { KnownPrice } from "@/shared/session/localHistorySlice";
import { HeldPrice, HeldTime } from "./HeldPrice";
import type { PriceHolding } from "./usePriceHold";

interface OrderSummaryProps {
  lines: CartLine[];
  /** Why the order was not placed, after a try. */
  notice: ReactNode;
  /** Whether an order is sent or its outcome is unknown: `onPlace` then places no other one. */
  isBlocked: boolean;
  priceHold: PriceHolding;
  /** How the order is paid; undefined if the server chooses. */
  method: PaymentMethod["method"] | undefined;
  onPlace: () => void;
}

export function OrderSummary(props: OrderSummaryProps) {
  const { lines, notice, isBlocked, priceHold, method, onPlace } = props;
  const totals = cartTotals(linesForSale(lines));
  const action = actionText(method, rupees(totals.total));
  const moves = usePriceChanges(lines);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <aside className="panel summary" aria-labelledby="summary">
      <h2 id="summary" ref={heading} tabIndex={-1} className="mb-2">
        Order summary
      </h2>
      {/* An ended hold tells the changed prices itself. */}
      {!priceHold.hold?.hasEnded && <PriceChangeNotice moves={moves} />}
      <div className="mb-3">
        {lines.map((line) => (
          <Line
            key={line.cartId}
            line={line}
            before={moves.before(line)}
            // The pressed button was removed.
            onRemoved={() => heading.current?.focus()}
          />
        ))}
      </div>
      <PriceTotals totals={totals} />
      {notice}
      <HeldPrice {...priceHold} />
      <div className="paybar mt-4" ref={measuredBar}>
        <HeldTime {...priceHold} />
        <OutOfStockGuard lines={lines} action={action} consequence="to place your order">
          <button type="button" className="btn btn-primary btn-lg w-100" aria-disabled={isBlocked} onClick={onPlace}>
            {action}
          </button>
        </OutOfStockGuard>
      </div>
      <p className="micro muted mt-3 mb-0 d-flex gap-2 justify-content-center">
        <Lock className="ico ico-16" aria-hidden="true" />
        <span>
          Nothing is charged before you confirm.
          {!(priceHold.hold || priceHold.isAwaited) &&
            " We price your order once more when you place it. If the gold rate has moved, you see old and new before you confirm."}
        </span>
      </p>
    </aside>
  );
}

function actionText(method: PaymentMethod["method"] | undefined, total: string): string {
  if (method === "online") return `Pay ${total} online`;
  return `Place Order · ${total}${method ? ` ${methodPhrases[method]}` : ""}`;
}

interface LineProps {
  line: CartLine;
  before: KnownPrice | undefined;
  onRemoved: () => void;
}

function Line({ line, before, onRemoved }: LineProps) {
  const { product, quantity } = line;
  const isForSale = inStock(product);
  return (
    <div className="mini">
      <span className="thumb">
        {product.images[0] ? <Picture image={product.images[0]} alt="" sizes="64px" /> : <NoImage />}
      </span>
      <div>
        <div className="nm">{product.name}</div>
        <div className="micro muted num">
          {line.size && `${sizeText(line.size)}, `}
          {grams(product.weight)}, qty&nbsp;{quantity}
        </div>
        {isForSale && <StockNote product={product} />}
        {!isForSale && (
          <>
            <div className="micro bad">Out of stock</div>
            <div className="ops">
              <CartLineActions line={line} onRemoved={onRemoved} />
            </div>
          </>
        )}
      </div>
      <span className="text-end">
        {isForSale ? (
          <>
            <span className="price">{rupees(product.ornamentPrice * quantity)}</span>
            {before && <span className="micro muted num d-block">was {rupees(before.ornamentPrice * quantity)}</span>}
          </>
        ) : (
          <span className="micro muted">Not in the total</span>
        )}
      </span>
    </div>
  );
}
