import { useCallback, useEffect, useRef, useState } from "react";
import { linesForSale } from "@/shared/api/cart";
import type { AuthUser, CartLine, NewOrder } from "@/shared/api/types";
import { atNewPrices, matchesCart, newOrderOf } from "./newOrder";
import { readPending } from "./pendingOrder";
import type { Refusal } from "./usePlaceOrder";

/** A refusal because of changed prices carries the order with current prices. */
type ShownRefusal = Exclude<Refusal, { kind: "prices" }> | (Extract<Refusal, { kind: "prices" }> & { now: NewOrder });

/**
 * Why the last try failed. Current prices follow the cart while their dialog is open. The dialog and the notice of
 * unavailable items close when the cart changes.
 */
export function useRefusal(user: AuthUser, lines: CartLine[], holdId: number | undefined) {
  const [refusal, setRefusal] = useState<Refusal | null>(() => {
    const left = readPending(user.id)?.state;
    return left && left !== "sending" ? { kind: left } : null;
  });
  // The cart at the time of the refusal.
  const [refusedLines, setRefusedLines] = useState(lines);
  const currentLines = useRef(lines);
  useEffect(() => {
    currentLines.current = lines;
  }, [lines]);
  const refuse = useCallback((next: Refusal | null) => {
    setRefusal(next);
    setRefusedLines(currentLines.current);
  }, []);

  const hasCartChanged = refusedLines !== lines;
  const isOver = refusal !== null && hasCartChanged && !stillApplies(refusal, lines);
  useEffect(() => {
    if (isOver) setRefusal(null);
  }, [isOver]);

  let shown: ShownRefusal | null = null;
  if (refusal?.kind === "prices") {
    const { order, prices } = refusal;
    const { addressId, paymentMethod, phone, gift } = order;
    const now = hasCartChanged
      ? newOrderOf(user, lines, addressId as number, { paymentMethod, holdId, phone, ...(gift && { gift }) })
      : atNewPrices(order, prices);
    shown = { ...refusal, now };
  } else {
    shown = refusal;
  }
  return [isOver ? null : shown, refuse] as const;
}

function stillApplies(refusal: Refusal, lines: CartLine[]): boolean {
  if (refusal.kind === "unavailable") return false;
  if (refusal.kind !== "prices") return true;
  return matchesCart(refusal.order, lines) && linesForSale(lines).length === lines.length;
}
