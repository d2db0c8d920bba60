import type { Order, OrderItem } from "@/shared/api/types";

const inParcel: readonly string[] = ["ordered", "packed"];

/** The items that are sent now. Of an order that was sent already, all that are not cancelled. */
export function parcelOf({ items }: Pick<Order, "items">): OrderItem[] {
  const now = items.filter(({ status }) => inParcel.includes(status));
  return now.length > 0 ? now : items.filter(({ status }) => status !== "cancelled");
}
