import { useCallback, useRef, useState } from "react";
import { type ApiError, isApiError, isSignedOut, isUnanswered } from "@/shared/api/errors";
import type { NewOrder, Order, OrderConflict } from "@/shared/api/types";
import { usePlaceOrderMutation } from "./checkoutApi";
import { forgetPending, keepPending, leavePending, readPending } from "./pendingOrder";

type PricesChanged = Extract<OrderConflict, { reason: "prices_changed" }>;

export type Refusal =
  | { kind: "prices"; order: NewOrder; prices: PricesChanged }
  | { kind: "unavailable"; names: string[]; error: ApiError }
  | { kind: "unanswered" | "cutOff" }
  | { kind: "refused"; error: unknown };

/** Whether the order may have been placed all the same. */
export const isOpen = (refusal: Refusal | null) => refusal?.kind === "unanswered" || refusal?.kind === "cutOff";

// Waits before the same order is sent again with the same key, in milliseconds.
const retries = [600, 1500, 3000];

/** Sends an order until it is answered; whatever happens on the way, one key orders once. */
export function usePlaceOrder(onPlaced: (order: Order) => void, onRefused: (refusal: Refusal) => void) {
  const [send] = usePlaceOrderMutation();
  const [isPlacing, setPlacing] = useState(false);
  const underWay = useRef(false);

  const place = useCallback(
    async (order: NewOrder) => {
      if (underWay.current) return;
      underWay.current = true;
      setPlacing(true);
      const before = readPending(order.customerId);
      const pending = keepPending(order);
      // An earlier try under this key may have reached the shop.
      let wasTried = before?.key === pending.key;
      let result = await send(pending);
      for (const wait of retries) {
        if (!result.error || isSignedOut(result.error) || !isUnanswered(result.error)) break;
        wasTried = true;
        await new Promise((resolve) => setTimeout(resolve, wait));
        result = await send(pending);
      }
      if (result.data) {
        // Still under way for this page: until the next one is there, its button must not order the same pieces again.
        forgetPending();
        return onPlaced(result.data);
      }
      underWay.current = false;
      setPlacing(false);
      const kind = openAs(result.error, wasTried);
      if (kind) {
        leavePending(pending, kind);
        onRefused({ kind });
      } else {
        forgetPending();
        onRefused(refusalOf(result.error as ApiError, order));
      }
    },
    [send, onPlaced, onRefused],
  );

  return { place, isPlacing };
}

/** Why nobody can tell whether the order was placed, undefined where it is known that it was not. */
function openAs(error: unknown, wasTried: boolean): "cutOff" | "unanswered" | undefined {
  // The end of a session cuts a call off, or refuses a later try of one that may have reached the shop.
  if (isSignedOut(error)) return isApiError(error) && !wasTried ? undefined : "cutOff";
  return isUnanswered(error) ? "unanswered" : undefined;
}

function refusalOf(error: ApiError, order: NewOrder): Refusal {
  const conflict = isApiError(error) && error.status === 409 ? (error.data as OrderConflict | undefined) : undefined;
  if (conflict?.reason === "prices_changed") return { kind: "prices", order, prices: conflict };
  if (conflict?.reason === "unavailable") {
    return { kind: "unavailable", names: conflict.items.map(({ productName }) => productName), error };
  }
  return { kind: "refused", error };
}
