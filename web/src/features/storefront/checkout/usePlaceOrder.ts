import { useCallback, useRef, useState } from "react";
import { type ApiError, isApiError, isSignedOut, isUnanswered } from "@/shared/api/errors";
import type { NewOrder, Order, OrderConflict } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";
import { usePlaceOrderMutation } from "./checkoutApi";
import { clearPending, readPending, savePending, setPendingState } from "./pendingOrder";
import { clearChoices } from "./useChoices";

type PricesChanged = Extract<OrderConflict, { reason: "prices_changed" }>;

export type PlacementFailure =
  | { kind: "prices"; order: NewOrder; prices: PricesChanged }
  /** `names` is empty if fewer pieces are left than were ordered; the error says so. */
  | { kind: "unavailable"; names: string[]; error: ApiError }
  | { kind: "unanswered" | "cutOff" }
  | { kind: "refused"; error: unknown };

/** Whether the order may have been placed nevertheless. */
export const isOutcomeUnknown = (failure: PlacementFailure | null) =>
  failure?.kind === "unanswered" || failure?.kind === "cutOff";

// Delays in milliseconds before the same order is sent again with the same key.
const retries = [600, 1500, 3000];

/**
 * Sends an order until it is answered. The idempotency key ensures that it is placed once. The PAN is sent with it, but
 * not stored in the browser: an order that is sent again after a reload, and was not placed, asks for it once more.
 */
export function usePlaceOrder(onPlaced: (order: Order) => void, onFailed: (failure: PlacementFailure) => void) {
  const [send] = usePlaceOrderMutation();
  const [isPlacing, setPlacing] = useState(false);
  const isSending = useRef(false);

  const place = useCallback(
    async (order: NewOrder, pan?: string) => {
      if (isSending.current) return;
      isSending.current = true;
      setPlacing(true);
      const before = readPending(order.customerId);
      const pending = savePending(order);
      // An earlier request with this key may have reached the server.
      let wasTried = before?.key === pending.key;
      const request = { key: pending.key, order: pan ? { ...order, pan } : order };
      let result = await send(request);
      for (const wait of retries) {
        if (!result.error || isSignedOut(result.error) || !isUnanswered(result.error)) break;
        wasTried = true;
        await new Promise((resolve) => setTimeout(resolve, wait));
        result = await send(request);
      }
      if (result.data) {
        // Stay in the placing state: until the next page is shown, the button must not order again.
        clearPending();
        clearChoices(order.customerId);
        return onPlaced(result.data);
      }
      isSending.current = false;
      setPlacing(false);
      const kind = unknownOutcome(result.error, wasTried);
      if (kind) {
        setPendingState(pending, kind);
        onFailed({ kind });
      } else {
        clearPending();
        onFailed(failureOf(result.error as ApiError, order));
      }
    },
    [send, onPlaced, onFailed],
  );

  return { place, isPlacing };
}

/** Returns why the outcome is unknown; undefined if the order was certainly not placed. */
function unknownOutcome(error: unknown, wasTried: boolean): "cutOff" | "unanswered" | undefined {
  // The end of a session aborts a request or refuses a retry of one that may have reached the server.
  if (isSignedOut(error)) return isApiError(error) && !wasTried ? undefined : "cutOff";
  return isUnanswered(error) ? "unanswered" : undefined;
}

function failureOf(error: ApiError, order: NewOrder): PlacementFailure {
  const conflict = isApiError(error) && error.status === 409 ? (error.data as OrderConflict | undefined) : undefined;
  if (conflict?.reason === "prices_changed") return { kind: "prices", order, prices: conflict };
  if (conflict?.reason === "unavailable") {
    const gone = conflict.items.filter(({ stockLeft }) => stockLeft === undefined);
    return { kind: "unavailable", names: gone.map(itemTitle), error };
  }
  return { kind: "refused", error };
}
