import { useCallback, useEffect, useRef, useState } from "react";
import { linesForSale } from "@/shared/api/cart";
import type { AuthUser, CartLine, NewOrder } from "@/shared/api/types";
import { atNewPrices, matchesCart, newOrderOf } from "./newOrder";
import { readPending } from "./pendingOrder";
import type { PlacementFailure } from "./usePlaceOrder";

/** With the order at current prices if the prices have changed. */
type ShownFailure =
  | Exclude<PlacementFailure, { kind: "prices" }>
  | (Extract<PlacementFailure, { kind: "prices" }> & { now: NewOrder });

/**
 * Why the last try failed. Current prices follow the cart while their dialog is open. The dialog and the notice of
 * unavailable items close when the cart changes.
 */
export function useFailure(user: AuthUser, lines: CartLine[], holdId: number | undefined) {
  const [failure, setFailure] = useState<PlacementFailure | null>(() => {
    const left = readPending(user.id)?.state;
    return left && left !== "sending" ? { kind: left } : null;
  });
  // The cart at the time of the failure.
  const [linesAtFailure, setLinesAtFailure] = useState(lines);
  const currentLines = useRef(lines);
  useEffect(() => {
    currentLines.current = lines;
  }, [lines]);
  const changeFailure = useCallback((next: PlacementFailure | null) => {
    setFailure(next);
    setLinesAtFailure(currentLines.current);
  }, []);

  const hasCartChanged = linesAtFailure !== lines;
  const isOver = failure !== null && hasCartChanged && !stillApplies(failure, lines);
  useEffect(() => {
    if (isOver) setFailure(null);
  }, [isOver]);

  let shown: ShownFailure | null = null;
  if (failure?.kind === "prices") {
    const { order, prices } = failure;
    const { addressId, paymentMethod, phone, gift } = order;
    const now = hasCartChanged
      ? newOrderOf(user, lines, addressId as number, { paymentMethod, holdId, phone, ...(gift && { gift }) })
      : atNewPrices(order, prices);
    shown = { ...failure, now };
  } else {
    shown = failure;
  }
  return [isOver ? null : shown, changeFailure] as const;
}

function stillApplies(failure: PlacementFailure, lines: CartLine[]): boolean {
  if (failure.kind === "unavailable") return false;
  if (failure.kind !== "prices") return true;
  return matchesCart(failure.order, lines) && linesForSale(lines).length === lines.length;
}
