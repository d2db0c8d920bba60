import { useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { cartTotals, linesForSale } from "@/shared/api/cart";
import type { CartLine } from "@/shared/api/types";
import { lineKey } from "@/shared/product/sizeText";
import { cartViewed, type KnownPrice, pricesAcknowledged, selectCartPrices } from "@/shared/session/localHistorySlice";

export interface PriceChanges {
  /** The price that the shopper last confirmed, if it has changed. */
  before: (line: CartLine) => KnownPrice | undefined;
  moved: CartLine[];
  /** The cart's total at the prices that the shopper knows, in rupees. */
  totalBefore: number;
  totalNow: number;
  /** Stores the current prices as known. */
  acknowledge: () => void;
}

/**
 * The price changes of these lines since the shopper last confirmed them. Lines that cannot be ordered do not count.
 */
export function usePriceChanges(lines: CartLine[]): PriceChanges {
  const known = useSelector(selectCartPrices);
  const dispatch = useDispatch();
  useEffect(() => void dispatch(cartViewed(lines)), [lines, dispatch]);
  // Two tabs that write at the same time may overwrite each other's known prices.
  const isForgotten = lines.some((line) => !(lineKey(line) in known));
  useEffect(() => {
    if (isForgotten) dispatch(cartViewed(lines));
  }, [isForgotten, lines, dispatch]);

  const before = (line: CartLine) => {
    const price = known[lineKey(line)];
    return price && price.ornamentPrice !== line.product.ornamentPrice ? price : undefined;
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
    acknowledge: () => void dispatch(pricesAcknowledged(lines)),
  };
}
