import { useEffect, useRef } from "react";
import { useAppDispatch } from "@/app/hooks";
import { useAddToCartMutation } from "@/shared/api/cart";
import { errorText } from "@/shared/api/errors";
import type { CartLine } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** Offers to restore a removed line. It takes over the focus of the line. */
export function RemovedLineNotice({ line, onBack }: { line: CartLine; onBack: () => void }) {
  const { cartId, customerId, productId, quantity, product, size } = line;
  const title = itemTitle({ productName: product.name, size });
  const [add, { isLoading }] = useAddToCartMutation();
  const dispatch = useAppDispatch();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);

  const onUndo = async () => {
    const { error } = await add({ customerId, productId, quantity, restores: cartId, ...(size && { size }) });
    if (error) return dispatch(failureShown(error, errorText(error, "Failed to add product to cart")));
    dispatch(toastShown("success", "Item put back in cart"));
    return onBack();
  };
  return (
    <div className="removed">
      <span>
        <b>{title}</b> is out of your cart.
      </span>
      <button
        ref={button}
        type="button"
        className="plain"
        aria-label={`Undo, put ${title} back`}
        aria-disabled={isLoading}
        onClick={() => void (isLoading || onUndo())}
      >
        Undo
      </button>
    </div>
  );
}
