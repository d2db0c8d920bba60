import { Minus, Plus } from "lucide-react";
import { useRef } from "react";
import { useAppDispatch } from "@/app/hooks";
import { quantityLimits, quantityShown, useChangeQuantityMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** Changes the quantity from 1 to 10. The new value is shown at once and reset if it is refused. */
export function QuantityStepper({ line }: { line: CartLine }) {
  const { quantity, product, size } = line;
  const { least, most } = quantityLimits;
  const maxNow = Math.min(most, product.stockLeft ?? most);
  const change = useQuantityChange(line);
  const isLeast = quantity <= least;
  const isMost = quantity >= maxNow;

  // At a limit the button is not disabled, so that it keeps the focus.
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's look to three small parts
    <span className="qty" role="group" aria-label={`Quantity of ${itemTitle({ productName: product.name, size })}`}>
      <button
        type="button"
        aria-label="One less"
        aria-disabled={isLeast}
        onClick={() => isLeast || void change(quantity - 1)}
      >
        <Minus className="ico ico-16" aria-hidden="true" />
      </button>
      <span role="status">{quantity}</span>
      <button
        type="button"
        aria-label="One more"
        aria-disabled={isMost}
        onClick={() => isMost || void change(quantity + 1)}
      >
        <Plus className="ico ico-16" aria-hidden="true" />
      </button>
    </span>
  );
}

/** Sends one request at a time, so that none overtakes another; changes meanwhile are sent as one. */
function useQuantityChange(line: CartLine) {
  const { cartId: id, customerId, productId, quantity } = line;
  const [send] = useChangeQuantityMutation();
  const dispatch = useAppDispatch();
  const wanted = useRef<number>(undefined);

  return async (next: number) => {
    const isSending = wanted.current !== undefined;
    wanted.current = next;
    dispatch(quantityShown(line, next));
    if (isSending) return;
    let known = quantity;
    let error: unknown;
    while (!error && wanted.current !== known) {
      const sent = wanted.current;
      ({ error } = await send({ id, customerId, productId, quantity: sent }));
      if (!error) known = sent;
    }
    wanted.current = undefined;
    // The quantity that the server has; a response in between may have shown an older one.
    dispatch(quantityShown(line, known));
    if (error) return dispatch(failureShown(error, "Failed to update quantity"));
    return toastOnce(() => dispatch(toastShown("success", "Quantity updated")));
  };
}

const toastDelay = 600;
let toastTimer: ReturnType<typeof setTimeout>;

/** Shows one toast for several clicks in a row, on any line. */
function toastOnce(tell: () => void) {
  clearTimeout(toastTimer);
  toastTimer = setTimeout(tell, toastDelay);
}
