import { X } from "lucide-react";
import { useAppDispatch } from "@/app/hooks";
import type { WishlistEntry } from "@/shared/api/types";
import { useRemoveFromWishlistMutation } from "@/shared/api/wishlist";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** Removes the product from the wishlist; shows a spinner until the server responds. */
export function RemoveFromWishlistButton({ entry }: { entry: WishlistEntry }) {
  const [remove, { isLoading }] = useRemoveFromWishlistMutation();
  const dispatch = useAppDispatch();
  const onClick = async () => {
    const { error } = await remove({ id: entry.wishlistId, customerId: entry.customerId });
    // The focused card was removed: move the focus to the page's content.
    if (!error) document.getElementById("content")?.focus({ preventScroll: true });
    dispatch(
      error ? failureShown(error, "Failed to remove from wishlist") : toastShown("success", "Removed from wishlist"),
    );
  };
  return (
    <button
      type="button"
      className="heart"
      aria-label={isLoading ? `Removing ${entry.name}` : `Remove ${entry.name} from the wishlist`}
      aria-disabled={isLoading}
      onClick={() => void (isLoading || onClick())}
    >
      {isLoading ? <span className="spin" aria-hidden="true" /> : <X className="ico" aria-hidden="true" />}
    </button>
  );
}
