import { useState } from "react";
import { Link } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { useRemoveFromCartMutation } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import type { CartLine as Line } from "@/shared/api/types";
import { useAddToWishlistMutation } from "@/shared/api/wishlist";
import { PriceMove } from "@/shared/cart/PriceMovesNotice";
import { grams, rupees } from "@/shared/format";
import type { KnownPrice } from "@/shared/session/memorySlice";
import { failureShown, toastShown } from "@/shared/toasts/toastsSlice";
import { NoImage } from "@/shared/ui/NoImage";
import { Picture } from "@/shared/ui/Picture";
import { RemoveQuestion } from "@/shared/ui/RemoveQuestion";
import { Quantity } from "./Quantity";

interface CartLineProps {
  line: Line;
  /** What the shopper knows of the price, where that has moved. */
  before: KnownPrice | undefined;
  onRemoved: (line: Line) => void;
}

export function CartLine({ line, before, onRemoved }: CartLineProps) {
  const { product, quantity } = line;
  const image = product.images[0];
  const to = `/${product.id}`;
  return (
    <div className="cart-line">
      <Link className="tile" to={to} tabIndex={-1} aria-hidden="true">
        {image ? <Picture image={image} alt="" sizes="168px" /> : <NoImage />}
      </Link>
      <div>
        <h2>
          <Link to={to}>{product.name}</Link>
        </h2>
        <div className="small muted num">
          {product.purity} gold, {grams(product.weight)}
        </div>
        <div className="small muted num mt-1">{rupees(product.ornamentPrice)} each</div>
        {before && <PriceMove line={line} before={before} />}
        {!inStock(product) && <div className="small bad mt-1">Out of stock</div>}
        <div className="ops">
          <Quantity line={line} />
          <WaysOut line={line} onRemoved={onRemoved} />
        </div>
      </div>
      <div className="text-end">
        <div className="price">{rupees(product.ornamentPrice * quantity)}</div>
        {product.discount > 0 && <s className="price-was">{rupees(product.mrp * quantity)}</s>}
      </div>
    </div>
  );
}

/** Onto the wishlist, or out after a question. */
function WaysOut({ line, onRemoved }: { line: Line; onRemoved: (line: Line) => void }) {
  const { cartId, customerId, productId, product } = line;
  const [asking, setAsking] = useState(false);
  const [remove] = useRemoveFromCartMutation();
  const [wish, { isLoading: isMoving }] = useAddToWishlistMutation();
  const dispatch = useAppDispatch();

  const onRemove = async () => {
    setAsking(false);
    const { error } = await remove({ id: cartId, customerId });
    dispatch(error ? failureShown(error, "Failed to remove item") : toastShown("success", "Item removed from cart"));
    if (!error) onRemoved(line);
  };
  const onMove = async () => {
    const { error } = await wish({ customerId, productId });
    if (error) return dispatch(failureShown(error, "Failed to update wishlist"));
    dispatch(toastShown("success", "Added to wishlist"));
    return onRemove();
  };

  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={`Move to wishlist, ${product.name}`}
        aria-disabled={isMoving}
        onClick={() => void (isMoving || onMove())}
      >
        Move to wishlist
      </button>
      <button type="button" className="plain" aria-label={`Remove ${product.name}`} onClick={() => setAsking(true)}>
        Remove
      </button>
      {asking && (
        <RemoveQuestion title={product.name} onKeep={() => setAsking(false)} onRemove={() => void onRemove()}>
          Are you sure you want to remove this product?
        </RemoveQuestion>
      )}
    </>
  );
}
