import { useId } from "react";
import { useAppDispatch } from "@/app/hooks";
import { useChangeSizeMutation } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";

/** The size of a line. Another size changes its price, or merges it with the line that has this size. */
export function SizeSelect({ line }: { line: CartLine }) {
  const { cartId, customerId, productId, product, size } = line;
  const [change, { isLoading }] = useChangeSizeMutation();
  const dispatch = useAppDispatch();
  const id = useId();
  const isKnown = product.sizes.some(({ label }) => label === size);
  const onChange = async (chosen: string) => {
    const { error } = await change({ id: cartId, customerId, productId, size: chosen });
    dispatch(error ? failureShown(error, "Failed to change the size") : toastShown("success", "Size changed"));
  };
  return (
    <div className="size-of-line">
      <label htmlFor={id}>
        Size<span className="visually-hidden"> of {product.name}</span>
      </label>
      <select
        id={id}
        className="form-select form-select-sm num"
        value={isKnown ? (size ?? "") : ""}
        disabled={isLoading || product.sizes.length === 0}
        onChange={({ target }) => void onChange(target.value)}
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
