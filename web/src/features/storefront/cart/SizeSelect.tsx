import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { useChangeSizeMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** In milliseconds. The arrow keys pass the sizes in between. */
const choosingPause = 500;

/** The size of a line. Another size changes its price, or merges it with the line that has this size. */
export function SizeSelect({ line }: { line: CartLine }) {
  const { product, size } = line;
  const { chosen, choose, sendNow } = useSizeChange(line);
  const id = useId();
  const shown = chosen ?? size;
  const isKnown = product.sizes.some(({ label }) => label === shown);
  return (
    <div className="size-of-line">
      <label htmlFor={id}>
        Size<span className="visually-hidden"> of {itemTitle({ productName: product.name, size })}</span>
      </label>
      <select
        id={id}
        className="form-select form-select-sm num"
        value={isKnown ? (shown ?? "") : ""}
        disabled={product.sizes.length === 0}
        onChange={({ target }) => choose(target.value)}
        onBlur={sendNow}
      >
        {!isKnown && (
          <option value="" disabled>
            {size ? `${size}, not made any more` : "Choose"}
          </option>
        )}
        {product.sizes.map(({ label, stockAvailability }) => (
          <option key={label} value={label} disabled={stockAvailability === "no" && label !== size}>
            {label}
            {stockAvailability === "no" ? ", out of stock" : ""}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Sends the last choice after a pause, or on leaving the control or the page, one request at a time. */
function useSizeChange({ cartId, customerId, productId, size }: CartLine) {
  const [change, { isLoading }] = useChangeSizeMutation();
  const dispatch = useAppDispatch();
  /** The choice that the server has not confirmed. */
  const [chosen, setChosen] = useState<string>();
  const sent = useRef<string>(undefined);
  const send = async () => {
    if (chosen === undefined || isLoading) return;
    if (chosen !== size) {
      sent.current = chosen;
      const { error } = await change({ id: cartId, customerId, productId, size: chosen });
      dispatch(error ? failureShown(error, "Failed to change the size") : toastShown("success", "Size changed"));
    }
    setChosen((now) => (now === chosen ? undefined : now));
  };
  const sendLatest = useEffectEvent(send);
  useEffect(() => {
    if (chosen === undefined || isLoading) return;
    const timer = setTimeout(sendLatest, choosingPause);
    return () => clearTimeout(timer);
  }, [chosen, isLoading]);
  const sendOnLeaving = useEffectEvent(() => {
    const isUnsent = chosen !== undefined && chosen !== size && chosen !== sent.current;
    if (isUnsent) void change({ id: cartId, customerId, productId, size: chosen });
  });
  useEffect(() => () => sendOnLeaving(), []);
  return { chosen, choose: setChosen, sendNow: () => void send() };
}
