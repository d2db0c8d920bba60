import { ShoppingBag } from "lucide-react";
import { useState } from "react";
import { cartTotals, linesForSale, useGetCartQuery } from "@/shared/api/cart";
import type { AuthUser, CartLine as Line } from "@/shared/api/types";
import { OutOfStockGuard } from "@/shared/cart/OutOfStockGuard";
import { PriceChangeNotice } from "@/shared/cart/PriceChangeNotice";
import { usePriceChanges } from "@/shared/cart/usePriceChanges";
import { pluralize, rupees } from "@/shared/format";
import { measuredBar } from "@/shared/hooks/measuredBar";
import { useMediaQuery } from "@/shared/hooks/useMediaQuery";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { PriceTotals } from "@/shared/product/PriceTotals";
import { SuggestedPieces } from "@/shared/product/SuggestedPieces";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { AddToCartButton } from "./AddToCartButton";
import { CartLine } from "./CartLine";
import { RemovedLineNotice } from "./RemovedLineNotice";

export function CartPage({ user }: { user: AuthUser }) {
  usePageTitle("Shopping Cart");
  const { data: lines, error, refetch } = useGetCartQuery(user.id);
  const [removed, setRemoved] = useState<Line>();
  return (
    <div className="wrap">
      <Breadcrumbs here="Shopping Cart" />
      <div className="page-title">
        <h1>Shopping Cart</h1>
        <span className="muted num">{lines?.length ? pluralize(cartTotals(lines).pieces, "piece") : "\u00a0"}</span>
      </div>
      {removed && <RemovedLineNotice key={removed.cartId} line={removed} onBack={() => setRemoved(undefined)} />}
      {error && !lines ? (
        <div className="pb-6">
          <LoadError title="Failed to load cart" error={error} onRetry={refetch} />
        </div>
      ) : !lines ? (
        <CartSkeleton />
      ) : lines.length === 0 ? (
        <div className="pb-6">
          <EmptyState
            icon={ShoppingBag}
            title="Your Shopping Cart is Empty!"
            text="Pieces you add wait here, at the price of the day."
          >
            <div className="d-flex gap-2 justify-content-center flex-wrap">
              <Link className="btn btn-primary" to="/products">
                See all jewellery
              </Link>
              <Link className="btn btn-line" to="/wishlist">
                My Wishlist
              </Link>
            </div>
          </EmptyState>
          <div className="pt-6">
            <SuggestedPieces Action={AddToCartButton} />
          </div>
        </div>
      ) : (
        <FilledCart lines={lines} onRemoved={setRemoved} />
      )}
    </div>
  );
}

function FilledCart({ lines, onRemoved }: { lines: Line[]; onRemoved: (line: Line) => void }) {
  const moves = usePriceChanges(lines);
  const rate = lines[0]?.product.goldRate;
  // The bar at the bottom of the window repeats the total.
  const isPhone = useMediaQuery("(max-width: 991.98px)");
  const totals = cartTotals(linesForSale(lines));
  return (
    <div className="two">
      <div>
        <PriceChangeNotice moves={moves} />
        {lines.map((line) => (
          <CartLine key={line.cartId} line={line} before={moves.before(line)} onRemoved={onRemoved} />
        ))}
      </div>
      <aside className="panel summary" aria-label="Price details">
        <h2>Price details</h2>
        <PriceTotals totals={totals} />
        <p className="micro muted mt-2 mb-4">
          At today's 22k rate of {rupees(rate)} /gm. The price is fixed when you order.
        </p>
        <div className="paybar" ref={measuredBar}>
          {isPhone && (
            <p className="paytotal" aria-hidden="true">
              Total <b>{rupees(totals.total)}</b>
            </p>
          )}
          <OutOfStockGuard lines={lines} action="Check Out" consequence="to check out">
            <Link className="btn btn-primary btn-lg w-100" to="/check-out">
              Check Out
            </Link>
          </OutOfStockGuard>
        </div>
        <Link className="btn btn-ghost w-100 mt-2" to="/products">
          Continue shopping
        </Link>
      </aside>
    </div>
  );
}

function CartSkeleton() {
  return (
    <div className="two" aria-busy="true">
      <div>
        {[1, 2].map((line) => (
          <div key={line} className="cart-line">
            <span className="tile sk" />
            <div>
              <span className="sk sk-name" />
              <span className="sk sk-meta" />
            </div>
          </div>
        ))}
      </div>
      <div className="panel summary sk-summary" />
    </div>
  );
}
