import type { Order, OrderItem } from "@/shared/api/types";

const inParcel: readonly string[] = ["ordered", "packed"];

const isKept = ({ status }: OrderItem) => status !== "cancelled";

/** The items that are sent now. Of an order that was sent already, all that are not cancelled. */
export function parcelOf({ items }: Pick<Order, "items">): OrderItem[] {
  const now = items.filter(({ status }) => inParcel.includes(status));
  return now.length > 0 ? now : items.filter(isKept);
}

/** The value of the items that are sent now. */
export const parcelValue = (order: Pick<Order, "items">) =>
  parcelOf(order).reduce((sum, { totalAmount }) => sum + totalAmount, 0);

/** Whether other items of the order were sent before. */
export const isPartOfOrder = (order: Pick<Order, "items">) =>
  parcelOf(order).length < order.items.filter(isKept).length;

/**
 * What the courier collects: the amount due of an order that is paid on delivery. Of an order that is sent in parts,
 * each parcel collects its own value. The items make up the whole amount; an order without them has only an amount.
 */
export function amountToCollect(order: Pick<Order, "items" | "payment">): number {
  const { method, due } = order.payment;
  if (method !== "cod") return 0;
  return isPartOfOrder(order) ? Math.min(due, parcelValue(order)) : due;
}
