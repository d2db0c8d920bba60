import type { OrderLine } from "@/shared/api/types";
import { useMyReturnsQuery } from "@/shared/orders/returnsApi";

/** The returns of a delivered item, the newest first; undefined for another item, and until they are loaded. */
export function useReturnsOf({ customerId, itemId, status }: OrderLine) {
  const { currentData } = useMyReturnsQuery(customerId, { skip: status !== "delivered" });
  return currentData?.filter((each) => each.itemId === itemId);
}
