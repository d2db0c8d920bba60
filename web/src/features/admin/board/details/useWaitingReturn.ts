import { useReturnsOfOrderQuery } from "@/features/admin/board/page/orderReturnsApi";
import { useMay } from "@/shared/admin/permissions";
import type { Order } from "@/shared/api/types";

/**
 * The received return of an order, whose money must be refunded with the return. `isKnown` is false while it is unknown
 * whether there is one; the server then decides.
 */
export function useWaitingReturn({ id, items, payment }: Order) {
  const mayRead = useMay("list_returns");
  const isPossible = payment.paid > payment.refunded && items.some(({ status }) => status === "delivered");
  const { currentData: returns } = useReturnsOfOrderQuery(id, { skip: !mayRead || !isPossible });
  return {
    waiting: returns?.findLast(({ status }) => status === "received"),
    isKnown: !mayRead || !isPossible || returns !== undefined,
  };
}
