import { Minus, Plus } from "lucide-react";
import { useRef } from "react";
import { useAppDispatch } from "@/app/hooks";
import { quantityLimits, quantityShown, useChangeQuantityMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** A whole number from 1 to 10; anything else is ignored. The new figure shows at once and goes back if refused. */
export function Quantity({ line }: { line: CartLine }) {
  const { quantity, product } = line;
  const { least, most } = quantityLimits;
  const change = useChange(line);
  const set = async (next: number) => {
    if (Number.isInteger(next) && next >= least && next <= most) await change(next);
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

/** One change at a time, so that none overtakes another; what is wanted meanwhile is sent as one. */
function useChange(line: CartLine) {
  const { cartId: id, customerId, productId, quantity } = line;
  const [send] = useChangeQuantityMutation();
  const dispatch = useAppDispatch();
  const wanted = useRef<number>(undefined);

  return async (next: number) => {
    const isUnderWay = wanted.current !== undefined;
    wanted.current = next;
    dispatch(quantityShown(line, next));
    if (isUnderWay) return;
    let known = quantity;
    let error: unknown;
    while (!error && wanted.current !== known) {
      const sent = wanted.current;
      ({ error } = await send({ id, customerId, productId, quantity: sent }));
      if (!error) known = sent;
    }
    wanted.current = undefined;
    // What the shop has by now; an answer that came meanwhile may have shown an older one.
    dispatch(quantityShown(line, known));
    if (error) return dispatch(failureShown(error, "Failed to update quantity"));
    return tellOnce(() => dispatch(toastShown("success", "Quantity updated")));
  };
}

const quietFor = 600;
let telling: ReturnType<typeof setTimeout>;

/** One toast for clicks that follow each other quickly, on whichever lines. */
function tellOnce(tell: () => void) {
  clearTimeout(telling);
  telling = setTimeout(tell, quietFor);
}
