import { useState } from "react";
import { useDispatch } from "react-redux";
import { useRemoveFromCartMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { useAddToWishlistMutation } from "@/shared/api/wishlist";
import { wishlistToast } from "@/shared/product/resultToasts";
import { itemTitle } from "@/shared/product/sizeText";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { ConfirmRemoveDialog } from "@/shared/ui/ConfirmRemoveDialog";

/** Moves a cart line to the wishlist, or removes it after a confirmation. */
export function CartLineActions({ line, onRemoved }: { line: CartLine; onRemoved: (line: CartLine) => void }) {
  const { cartId, customerId, productId, product, size } = line;
  const title = itemTitle({ productName: product.name, size });
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveFromCartMutation();
  const [addToWishlist, { isLoading: isMoving }] = useAddToWishlistMutation();
  const dispatch = useDispatch();

  const onRemove = async () => {
    setAsking(false);
    const { error } = await remove({ id: cartId, customerId });
    dispatch(error ? failureShown(error, "Failed to remove item") : toastShown("success", "Item removed from cart"));
    if (!error) onRemoved(line);
  };
  const onMove = async () => {
    const { error } = await addToWishlist({ customerId, productId, ...(size && { size }) });
    dispatch(wishlistToast(error));
    if (!error) await onRemove();
  };

  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={`Move to wishlist, ${title}`}
        aria-disabled={isMoving}
        onClick={() => void (isMoving || onMove())}
      >
        Move to wishlist
      </button>
      <button type="button" className="plain" aria-label={`Remove ${title}`} onClick={() => setAsking(true)}>
        Remove
      </button>
      {asking && (
        <ConfirmRemoveDialog title={title} onKeep={() => setAsking(false)} onRemove={() => void onRemove()}>
          Are you sure you want to remove this product?
        </ConfirmRemoveDialog>
      )}
    </>
  );
}
