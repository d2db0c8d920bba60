import type { Order, OrderItem } from "@/shared/api/types";

/** Items of an order that are sent together. */
export interface Parcel {
  order: Order;
  items: OrderItem[];
}

const isWaiting = ({ status }: OrderItem) => status === "ordered" || status === "packed";

const isKept = ({ status }: OrderItem) => status !== "cancelled";

/**
 * The parcels of an order: of what is sent now, or if nothing waits, of all that was sent. Items with the same courier
 * and tracking number are in one parcel, and so are those without a number.
 */
export function parcelsOf(order: Order): Parcel[] {
  const now = order.items.filter(isWaiting);
  const parcels = new Map<string, Parcel>();
  for (const item of now.length > 0 ? now : order.items.filter(isKept)) {
    const key = item.trackingNumber ? `${item.courier} ${item.trackingNumber}` : "";
    const parcel = parcels.get(key);
    if (parcel) parcel.items.push(item);
    else parcels.set(key, { order, items: [item] });
  }
  return [...parcels.values()];
}

/** Whether an item gets the courier that is entered while its order is packed. */
const takesCourier = ({ status, courier }: OrderItem) => status === "ordered" || (status === "packed" && !courier);

/** The parcel that is being packed, with the courier and number entered for it. */
export function parcelInHand(order: Order, courier: string, number: string): Parcel {
  const entered = number && { courier, trackingNumber: number };
  const items = order.items.map((item) => (entered && takesCourier(item) ? { ...item, ...entered } : item));
  const parcels = parcelsOf({ ...order, items });
  const open = new Set(order.items.filter(takesCourier).map(({ itemId }) => itemId));
  const inHand = parcels.find((parcel) => parcel.items.some(({ itemId }) => open.has(itemId))) ?? parcels[0];
  return { order, items: inHand?.items ?? [] };
}

/** The value of the items of a parcel. */
export const parcelValue = ({ items }: Pick<Parcel, "items">) =>
  items.reduce((sum, { totalAmount }) => sum + totalAmount, 0);

/** Whether other items of the order are in other parcels. */
export const isPartOfOrder = ({ order, items }: Parcel) => items.length < order.items.filter(isKept).length;

/**
 * What the courier collects: the amount due of an order that is paid on delivery. Of an order that is sent in parts,
 * each parcel collects its own value. The items make up the whole amount; an order without them has only an amount.
 */
export function amountToCollect(parcel: Parcel): number {
  const { method, due } = parcel.order.payment;
  if (method !== "cod") return 0;
  return isPartOfOrder(parcel) ? Math.min(due, parcelValue(parcel)) : due;
}
