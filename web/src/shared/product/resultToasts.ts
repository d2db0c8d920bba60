import { errorText } from "@/shared/api/errors";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

const resultToast = (error: unknown, failed: string, done: string) =>
  error ? failureShown(error, errorText(error, failed)) : toastShown("success", done);

/** The toast with the result of adding a product to the cart. */
export const cartToast = (error: unknown, done = "Product added to cart") =>
  resultToast(error, "Failed to add product to cart", done);

/** The toast with the result of a change of the wishlist. */
export const wishlistToast = (error: unknown, done = "Added to wishlist") =>
  resultToast(error, "Failed to update wishlist", done);
