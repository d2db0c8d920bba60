import { useCallback } from "react";
import { useAppDispatch } from "@/app/hooks";
import { addToCart, getCart } from "@/shared/api/cart";
import type { AuthUser } from "@/shared/api/types";
import { addToWishlist } from "@/shared/api/wishlist";
import type { Wish } from "@/shared/session/wish";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** After that, whoever signs in means something else. */
const goodFor = 30 * 60_000;

/** The wish that the sign-in page was opened with: it lives in that entry of the browser's history, and nowhere else. */
function readWish(state: unknown): Wish | undefined {
  const wish = (state as { wish?: Partial<Wish> } | null)?.wish;
  if (!wish || (wish.kind !== "cart" && wish.kind !== "wishlist") || !Number.isInteger(wish.productId))
    return undefined;
  const age = Date.now() - Number(wish.at);
  return age >= 0 && age < goodFor ? (wish as Wish) : undefined;
}

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
