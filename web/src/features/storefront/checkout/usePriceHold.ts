import { useCallback, useEffect, useMemo, useState } from "react";
import { linesWithoutSize } from "@/shared/api/cart";
import { inStock } from "@/shared/api/catalogue";
import { isUnanswered } from "@/shared/api/errors";
import type { HoldOut } from "@/shared/api/schema";
import type { CartLine } from "@/shared/api/types";
import { lineKey } from "@/shared/product/sizeText";
import { useHoldPriceMutation } from "./checkoutApi";

export interface PriceHold extends HoldOut {
  /** In milliseconds, by the clock of this browser. */
  endsAt: number;
  hasEnded: boolean;
}

/**
 * Holds the price of these lines, and returns them at the held price. Another cart gets another hold. After the end of
 * a hold the lines have current prices, until the shopper asks for another hold. While `isAwaited`, the page reserves
 * the place of the hold.
 */
export function usePriceHold(cart: CartLine[], minutes: number) {
  const [ask] = useHoldPriceMutation();
  const [hold, setHold] = useState<PriceHold>();
  const [answered, setAnswered] = useState<string>();
  const shown = hold && matches(hold, cart) ? hold : undefined;
  const hasEnded = shown?.hasEnded ?? false;
  // With the prices, because the server returns new held amounts after a charge or a discount has changed.
  const wanted = JSON.stringify(
    cart.map(({ productId, size, quantity, product: { mrp, ornamentPrice } }) => [
      productId,
      size ?? null,
      quantity,
      mrp,
      ornamentPrice,
    ]),
  );
  const canHold =
    minutes > 0 &&
    cart.length > 0 &&
    cart.every(({ product }) => inStock(product)) &&
    linesWithoutSize(cart).length === 0;
  useEffect(() => {
    if (!canHold || hasEnded) return;
    let isCurrent = true;
    const items = (JSON.parse(wanted) as [number, string | null, number][]).map(([productId, size, quantity]) => ({
      productId,
      size,
      quantity,
    }));
    void ask(items).then(({ data, error }) => {
      if (!isCurrent) return;
      // Without a response an earlier hold of this cart is still good.
      if (data) setHold({ ...data, endsAt: Date.now() + data.secondsLeft * 1000, hasEnded: false });
      else if (!isUnanswered(error)) setHold(undefined);
      setAnswered(wanted);
    });
    return () => {
      isCurrent = false;
    };
  }, [ask, canHold, hasEnded, wanted]);

  const lines = useMemo(() => (shown && !shown.hasEnded ? heldLines(cart, shown) : cart), [cart, shown]);
  const endHold = useCallback(
    () => setHold((held) => held && { ...held, hasEnded: true, endsAt: Math.min(held.endsAt, Date.now()) }),
    [],
  );
  const renewHold = useCallback(() => {
    setHold(undefined);
    setAnswered(undefined);
  }, []);
  const isAwaited = canHold && !shown && answered !== wanted;
  return { hold: shown, isAwaited, cart, lines, endHold, renewHold };
}

export type PriceHolding = ReturnType<typeof usePriceHold>;

function matches({ items }: HoldOut, cart: CartLine[]) {
  const held = new Map(items.map((item) => [lineKey(item), item.quantity]));
  return held.size === cart.length && cart.every((line) => held.get(lineKey(line)) === line.quantity);
}

/** The lines at the held price, or at the current price if that is lower. */
export function heldLines(cart: CartLine[], { goldRate, items }: HoldOut): CartLine[] {
  return cart.map((line) => {
    const { product, quantity } = line;
    const held = items.find((item) => lineKey(item) === lineKey(line));
    const saved = held ? product.ornamentPrice - held.totalAmount / quantity : 0;
    if (product.goldRate <= goldRate || saved <= 0) return line;
    const { mrp, ornamentPrice } = product;
    return { ...line, product: { ...product, goldRate, mrp: mrp - saved, ornamentPrice: ornamentPrice - saved } };
  });
}
