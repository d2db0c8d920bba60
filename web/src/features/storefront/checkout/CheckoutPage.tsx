import { ShoppingBag } from "lucide-react";
import { useCallback, useState } from "react";
import { useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { useGetAddressesQuery } from "@/shared/api/addresses";
import { useGetCartQuery } from "@/shared/api/cart";
import { isPaidAhead, payPath, useGetShopQuery } from "@/shared/api/payments";
import { isFirstLoad } from "@/shared/api/queryState";
import type { AuthUser, Order } from "@/shared/api/types";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import type { CardAction } from "@/shared/product/ProductCard";
import { SuggestedPieces } from "@/shared/product/SuggestedPieces";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { Checkout } from "./Checkout";
import { CheckoutFrame, CheckoutSkeleton } from "./CheckoutFrame";
import { readPending } from "./pendingOrder";

export function CheckoutPage({ user, Action }: { user: AuthUser; Action: CardAction }) {
  usePageTitle("Checkout");
  const cart = useGetCartQuery(user.id);
  const addresses = useGetAddressesQuery(user.id);
  const shop = useGetShopQuery();
  const error = (!cart.data && cart.error) || (!addresses.data && addresses.error);
  const retry = () => Promise.all([cart, addresses].map((query) => query.error && query.refetch()));
  const { isPlaced, onPlaced } = useConfirmationRedirect();
  // With a pending order the empty cart may already be ordered, so that is settled first.
  const isEmpty = cart.data?.length === 0 && !isPlaced && readPending(user.id) === null;
  return (
    <CheckoutFrame>
      {error ? (
        <div className="pb-6">
          <LoadError title="Failed to load cart items" error={error} onRetry={retry} />
        </div>
      ) : isEmpty ? (
        <div className="pb-6">
          <EmptyState icon={ShoppingBag} title="Your Shopping Cart is Empty!" text="There is nothing to order yet.">
            <Link className="btn btn-primary" to="/products">
              See all jewellery
            </Link>
          </EmptyState>
          <div className="pt-6">
            <SuggestedPieces Action={Action} />
          </div>
        </div>
      ) : cart.data && addresses.data && !isFirstLoad(shop) ? (
        <Checkout user={user} lines={cart.data} addresses={addresses.data} shop={shop.data} onPlaced={onPlaced} />
      ) : (
        <CheckoutSkeleton />
      )}
    </CheckoutFrame>
  );
}

/** Redirects to the confirmation. The order empties the cart before that page is shown. */
function useConfirmationRedirect() {
  const [isPlaced, setPlaced] = useState(false);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const onPlaced = useCallback(
    (order: Order) => {
      setPlaced(true);
      dispatch(toastShown("success", "Order placed successfully!"));
      const path = isPaidAhead(order.payment) ? payPath(order.id) : `/order-confirm?order=${order.id}`;
      void navigate(path, { replace: true, state: { isPlacedNow: true } });
    },
    [dispatch, navigate],
  );
  return { isPlaced, onPlaced };
}
