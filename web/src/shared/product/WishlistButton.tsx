import { Heart as HeartIcon } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import { useLocation, useNavigate } from "react-router";
import { errorText } from "@/shared/api/errors";
import type { Product } from "@/shared/api/types";
import { useAddToWishlistMutation, useGetWishlistQuery, useRemoveFromWishlistMutation } from "@/shared/api/wishlist";
import { pendingActionOf } from "@/shared/session/pendingAction";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { signInPath } from "@/shared/session/signInPath";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

interface WishlistButtonProps {
  product: Product;
  /** The size that is chosen on the page. */
  size?: string | null;
  className: string;
}

/** Adds a product to the wishlist or removes it. The new state is shown at once and reset if it is refused. */
export function WishlistButton({ product, size, className }: WishlistButtonProps) {
  const user = useSelector(selectAuthUser);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const [add, { isLoading: isAdding, data: added, reset: forgetAdded }] = useAddToWishlistMutation();
  const [remove, { isLoading: isRemoving }] = useRemoveFromWishlistMutation();
  const { entry } = useGetWishlistQuery(user?.id ?? 0, {
    skip: !user,
    // The list may still be loading when the button is pressed.
    selectFromResult: ({ data = added ? [added] : [] }) => ({
      entry: data.find(({ productId }) => productId === product.id),
    }),
  });
  const isOn = isAdding || (user !== null && entry !== undefined && !isRemoving);

  const onClick = async () => {
    if (isAdding || isRemoving) return;
    if (!user)
      return navigate(signInPath("/login", location), {
        state: { pendingAction: pendingActionOf("wishlist", product.id, undefined, size) },
      });
    const { error } = entry
      ? await remove({ id: entry.wishlistId, customerId: user.id })
      : await add({ customerId: user.id, productId: product.id, ...(size && { size }) });
    if (error) return void dispatch(failureShown(error, errorText(error, "Failed to update wishlist")));
    if (entry) forgetAdded();
    dispatch(toastShown("success", entry ? "Removed from wishlist" : "Added to wishlist"));
  };

  return (
    <button
      type="button"
      className={`wish ${className}${isOn ? " on" : ""}`}
      aria-pressed={isOn}
      aria-label={`Wishlist, ${product.name}`}
      onClick={() => void onClick()}
    >
      <HeartIcon className="ico" aria-hidden="true" />
    </button>
  );
}
