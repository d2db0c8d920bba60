import type { Order } from "@/shared/api/types";
import { useReturnsOfOrderQuery } from "./orderReturnsApi";

/**
 * The received return of an order, whose money must be refunded with the return. `isKnown` is false while it is unknown
 * whether there is one; the server then decides.
 */
export function useWaitingReturn({ id, items, payment }: Order) {
  const isPossible = payment.paid > payment.refunded && items.some(({ status }) => status === "delivered");
  const { currentData: returns } = useReturnsOfOrderQuery(id, { skip: !isPossible });
  return {
    waiting: returns?.findLast(({ status }) => status === "received"),
    isKnown: !isPossible || returns !== undefined,
  };
}
