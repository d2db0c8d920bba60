import { isBeforePacking, type Order, type OrderItem } from "@/shared/api/types";

/** Items of an order that are sent together. */
export interface Parcel {
  order: Order;
  items: OrderItem[];
}

const isWaiting = (item: OrderItem) => isBeforePacking(item) || item.status === "packed";

const isKept = ({ status }: OrderItem) => status !== "cancelled";

/** Whether two items have the same courier and tracking number, or both have none. */
export const isSameParcel = (
  one: Pick<OrderItem, "courier" | "trackingNumber">,
  other: Pick<OrderItem, "courier" | "trackingNumber">,
) => (one.courier ?? "") === (other.courier ?? "") && (one.trackingNumber ?? "") === (other.trackingNumber ?? "");

/** The parcels of the items that are sent now or, if there are none, of all sent items. */
export function parcelsOf(order: Order): Parcel[] {
  const now = order.items.filter(isWaiting);
  const parcels: Parcel[] = [];
  for (const item of now.length > 0 ? now : order.items.filter(isKept)) {
    const parcel = parcels.find(({ items: [first] }) => first && isSameParcel(first, item));
    if (parcel) parcel.items.push(item);
    else parcels.push({ order, items: [item] });
  }
  return parcels;
}

/** Whether an item gets the courier that is entered while its order is packed. */
export const takesCourier = (item: OrderItem) => isBeforePacking(item) || (item.status === "packed" && !item.courier);

/**
 * The parcel that is being packed, with the courier and number entered for it. If all items have a courier already, the
 * entered one corrects that of the first parcel.
 */
export function parcelInHand(order: Order, courier: string, number: string): Parcel {
  const entered = { courier, trackingNumber: number };
  const open = order.items.filter(takesCourier);
  const taking = new Set(open.length > 0 ? open : parcelsOf(order)[0]?.items);
  const isSent = (item: OrderItem) => taking.has(item) || (item.status === "packed" && isSameParcel(item, entered));
  const withNumber = (item: OrderItem) =>
    number && isWaiting(item) && taking.has(item) ? { ...item, ...entered } : item;
  return { order, items: order.items.filter(isSent).map(withNumber) };
}

/** The value of the items of a parcel. */
export const parcelValue = ({ items }: Pick<Parcel, "items">) =>
  items.reduce((sum, { totalAmount }) => sum + totalAmount, 0);

/** Whether other items of the order are in other parcels. */
export const isPartOfOrder = ({ order, items }: Parcel) => items.length < order.items.filter(isKept).length;

/**
 * The amount that the courier collects: the amount due of an order that is paid on delivery. If the order is sent in
 * parts, the courier collects the value of each parcel. An order without items has only one amount.
 */
export function amountToCollect(parcel: Parcel): number {
  const { method, due } = parcel.order.payment;
  if (method !== "cod") return 0;
  return isPartOfOrder(parcel) ? Math.min(due, parcelValue(parcel)) : due;
}
