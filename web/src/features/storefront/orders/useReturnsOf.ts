import type { OrderLine } from "@/shared/api/types";
import { useMyReturnsQuery } from "@/shared/orders/returnsApi";

/** The returns of a delivered item, the newest first; undefined until they are loaded. */
export function useReturnsOf({ customerId, itemId, status }: OrderLine) {
  const { data } = useMyReturnsQuery(customerId, { skip: status !== "delivered" });
  return data?.filter((each) => each.itemId === itemId);
}
