import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { useRemoveFromCartMutation } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import type { CartLine as Line } from "@/shared/api/types";
import { grams, rupees } from "@/shared/format";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { Picture } from "@/shared/ui/Picture";
import { Quantity } from "./Quantity";

const RemoveQuestion = lazy(() => import("./RemoveQuestion").then((file) => ({ default: file.RemoveQuestion })));

export function CartLine({ line }: { line: Line }) {
  const { product, quantity } = line;
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveFromCartMutation();
  const dispatch = useAppDispatch();
  const image = product.images[0];
  const to = `/${product.id}`;

  const onRemove = async () => {
    setAsking(false);
    const { error } = await remove({ id: line.cartId, customerId: line.customerId });
    dispatch(error ? toastShown("error", "Failed to remove item") : toastShown("success", "Item removed from cart"));
  };

  return (
    <div className="cart-line">
      <Link className="tile" to={to} tabIndex={-1} aria-hidden="true">
        {image && <Picture image={image} alt="" sizes="168px" />}
      </Link>
      <div>
        <h2>
          <Link to={to}>{product.name}</Link>
        </h2>
        <div className="small muted num">
          {product.purity} gold, {grams(product.weight)}
        </div>
        <div className="small muted num mt-1">{rupees(product.ornamentPrice)} each</div>
        {!inStock(product) && <div className="small bad mt-1">Out of stock</div>}
        <div className="ops">
          <Quantity line={line} />
          <button type="button" className="plain" aria-label={`Remove ${product.name}`} onClick={() => setAsking(true)}>
            Remove
          </button>
        </div>
      </div>
      <div className="text-end">
        <div className="price">{rupees(product.ornamentPrice * quantity)}</div>
        {product.discount > 0 && <s className="price-was">{rupees(product.mrp * quantity)}</s>}
      </div>
      {asking && (
        <Suspense>
          <RemoveQuestion name={product.name} onKeep={() => setAsking(false)} onRemove={() => void onRemove()} />
        </Suspense>
      )}
    </div>
  );
}
