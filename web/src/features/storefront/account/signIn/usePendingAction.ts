import { useCallback } from "react";
import { useAppDispatch } from "@/app/hooks";
import { addToCart, getCart } from "@/shared/api/cart";
import { addStockRequest } from "@/shared/api/stockRequests";
import type { AuthUser } from "@/shared/api/types";
import { addToWishlist } from "@/shared/api/wishlist";
import { cartToast, wishlistToast } from "@/shared/product/resultToasts";
import { requestToast } from "@/shared/product/useStockRequest";
import { readPendingAction } from "@/shared/session/pendingAction";
import { toastShown } from "@/shared/toasts/toastsSlice";

/** Performs the action that the shopper wanted before the sign-in. */
export function usePendingAction(state: unknown) {
  const dispatch = useAppDispatch();
  return useCallback(
    ({ id: customerId }: AuthUser) => {
      const pendingAction = readPendingAction(state);
      if (!pendingAction || (pendingAction.customerId !== undefined && pendingAction.customerId !== customerId)) return;
      const { productId, size } = pendingAction;
      const ofSize = size ? { size } : {};
      const putOnWishlist = async () => {
        const { error } = await dispatch(addToWishlist.initiate({ customerId, productId, ...ofSize }));
        dispatch(wishlistToast(error));
      };
      const putInCart = async () => {
        const cart = await dispatch(getCart.initiate(customerId, { subscribe: false, forceRefetch: true }));
        // As for a signed-in shopper, whose button links to the cart.
        if (cart.data?.some((line) => line.productId === productId && (!size || line.size === size))) {
          return void dispatch(toastShown("info", "This piece is in your cart already"));
        }
        const { error } = await dispatch(addToCart.initiate({ customerId, productId, quantity: 1, ...ofSize }));
        dispatch(cartToast(error));
      };
      const askForStock = async () => {
        dispatch(requestToast(await dispatch(addStockRequest.initiate({ customerId, productId, ...ofSize }))));
      };
      void { cart: putInCart, wishlist: putOnWishlist, notify: askForStock }[pendingAction.kind]();
    },
    [state, dispatch],
  );
}
