import { useCallback } from "react";
import { useAppDispatch } from "@/app/hooks";
import { addToCart, getCart } from "@/shared/api/cart";
import type { AuthUser } from "@/shared/api/types";
import { addToWishlist } from "@/shared/api/wishlist";
import { readWish } from "@/shared/session/wish";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** Carries out, for who has just signed in here, what they wanted when they were asked to. */
export function useCarryOutWish(state: unknown) {
  const dispatch = useAppDispatch();
  return useCallback(
    ({ id: customerId }: AuthUser) => {
      const wish = readWish(state);
      if (!wish || (wish.customerId !== undefined && wish.customerId !== customerId)) return;
      const { productId } = wish;
      const putOnWishlist = async () => {
        const { error } = await dispatch(addToWishlist.initiate({ customerId, productId }));
        const failed = "Failed to update wishlist";
        dispatch(error ? failureShown(error, failed) : toastShown("success", "Added to wishlist"));
      };
      const putInCart = async () => {
        const cart = await dispatch(getCart.initiate(customerId, { subscribe: false, forceRefetch: true }));
        // As for who was signed in already: the button would have led to the cart.
        if (cart.data?.some((line) => line.productId === productId)) {
          return void dispatch(toastShown("info", "This piece is in your cart already"));
        }
        const { error } = await dispatch(addToCart.initiate({ customerId, productId, quantity: 1 }));
        const failed = "Failed to add product to cart";
        dispatch(error ? failureShown(error, failed) : toastShown("success", "Product added to cart"));
      };
      void (wish.kind === "cart" ? putInCart() : putOnWishlist());
    },
    [state, dispatch],
  );
}
