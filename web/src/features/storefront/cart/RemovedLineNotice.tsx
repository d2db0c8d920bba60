import { useEffect, useRef } from "react";
import { useAppDispatch } from "@/app/hooks";
import { useAddToCartMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { cartToast } from "@/shared/product/resultToasts";
import { itemTitle } from "@/shared/product/sizeText";

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
    dispatch(cartToast(error, "Item put back in cart"));
    if (!error) onBack();
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
