import { useState } from "react";
import { useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { isCartFull, useAddToCartMutation } from "@/shared/api/cart";
import { errorText, isSignedOut } from "@/shared/api/errors";
import { pluralize } from "@/shared/format";
import { toastShown } from "@/shared/toasts/toastsSlice";
import type { ShownOrder } from "./orderDisplay";

/** Adds the items of an order to the cart at today's prices. */
export function ReorderButton({ order }: { order: ShownOrder }) {
  const [isBusy, setBusy] = useState(false);
  const [add] = useAddToCartMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();

  const onClick = async () => {
    setBusy(true);
    let added = 0;
    let missing = 0;
    let failure: unknown;
    for (const { customerId, productId, size, productQuantity: quantity } of order.lines) {
      const { error } = await add({ customerId, productId, quantity, ...(size && { size }) });
      if (isSignedOut(error)) return;
      if (error) missing += quantity;
      else added += quantity;
      if (error && !isCartFull(failure)) failure = error;
    }
    setBusy(false);
    const reason = errorText(failure, "Failed to add product to cart");
    if (added === 0) return dispatch(toastShown("error", reason));
    if (isCartFull(failure)) dispatch(toastShown("warning", reason));
    else if (missing)
      dispatch(toastShown("warning", `${pluralize(missing, "piece")} of this order cannot be had again now`));
    dispatch(toastShown("success", "Product added to cart"));
    return navigate("/shopping-cart");
  };

  return (
    <button
      type="button"
      className="btn btn-ghost btn-sm"
      aria-label={`Order again, order ${order.orderId}`}
      aria-disabled={isBusy}
      onClick={() => isBusy || void onClick()}
    >
      {isBusy && <span className="spin" aria-hidden="true" />}
      Order again
    </button>
  );
}
