import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { cartTotals, linesForSale } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { cartShown, type KnownPrice, pricesTaken, selectCartPrices } from "@/shared/session/memorySlice";

export interface PriceMoves {
  /** What a line's piece cost when its shopper last looked, where that is no longer its price. */
  before: (line: CartLine) => KnownPrice | undefined;
  moved: CartLine[];
  /** What the whole cart came to at the prices that the shopper knows, in rupees. */
  totalBefore: number;
  totalNow: number;
  /** From now on the shopper knows the prices of today. */
  acknowledge: () => void;
}

/**
 * How the prices of these lines have moved since their shopper last took note of them. Lines that cannot be ordered
 * are not part of what the cart comes to.
 */
export function usePriceMoves(lines: CartLine[]): PriceMoves {
  const known = useSelector(selectCartPrices);
  const dispatch = useDispatch();
  useEffect(() => void dispatch(cartShown(lines)), [lines, dispatch]);
  // Two tabs may write what they keep in the same moment, and one of them takes away what the other one knew.
  const isForgotten = lines.some((line) => !(line.productId in known));
  useEffect(() => {
    if (isForgotten) dispatch(cartShown(lines));
  }, [isForgotten, lines, dispatch]);

  const before = ({ productId, product }: CartLine) => {
    const price = known[productId];
    return price && price.ornamentPrice !== product.ornamentPrice ? price : undefined;
  };
  const forSale = linesForSale(lines);
  const totalNow = cartTotals(forSale).total;
  const risen = (line: CartLine) =>
    line.product.ornamentPrice - (before(line)?.ornamentPrice ?? line.product.ornamentPrice);
  return {
    before,
    moved: forSale.filter(before),
    totalBefore: forSale.reduce((total, line) => total - risen(line) * line.quantity, totalNow),
    totalNow,
    acknowledge: () => void dispatch(pricesTaken(lines)),
  };
}
