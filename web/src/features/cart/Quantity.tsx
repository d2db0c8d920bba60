import { Minus, Plus } from "lucide-react";
import { useAppDispatch } from "@/app/hooks";
import { quantityLimits, useChangeQuantityMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** A whole number from 1 to 10; anything else is ignored. The new figure shows at once and goes back if refused. */
export function Quantity({ line }: { line: CartLine }) {
  const { cartId: id, customerId, productId, quantity, product } = line;
  const [change] = useChangeQuantityMutation();
  const dispatch = useAppDispatch();
  const { least, most } = quantityLimits;

  const set = async (next: number) => {
    if (!Number.isInteger(next) || next < least || next > most) return;
    const { error } = await change({ id, customerId, productId, quantity: next });
    dispatch(error ? failureShown(error, "Failed to update quantity") : toastShown("success", "Quantity updated"));
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look to three small parts
    <span className="qty" role="group" aria-label={`Quantity of ${product.name}`}>
      <button type="button" aria-label="One less" disabled={quantity <= least} onClick={() => void set(quantity - 1)}>
        <Minus className="ico ico-16" aria-hidden="true" />
      </button>
      <span role="status">{quantity}</span>
      <button type="button" aria-label="One more" disabled={quantity >= most} onClick={() => void set(quantity + 1)}>
        <Plus className="ico ico-16" aria-hidden="true" />
      </button>
    </span>
  );
}
