import { Heart as HeartIcon } from "lucide-react";
import { useDispatch, useSelector } from "react-redux";
import type { Product } from "@/shared/api/types";
import { useAddToWishlistMutation, useGetWishlistQuery, useRemoveFromWishlistMutation } from "@/shared/api/wishlist";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { useSignInFor } from "@/shared/session/useSignInFor";
import { wishlistToast } from "./resultToasts";

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
  const signIn = useSignInFor("wishlist", product.id, size);
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
    if (!user) return signIn();
    const { error } = entry
      ? await remove({ id: entry.wishlistId, customerId: user.id })
      : await add({ customerId: user.id, productId: product.id, ...(size && { size }) });
    if (entry && !error) forgetAdded();
    dispatch(wishlistToast(error, entry && "Removed from wishlist"));
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
