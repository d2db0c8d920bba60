import type { Order, OrderStatus } from "@/shared/api/types";

/** What the server filters a board by. */
export interface BoardArgs {
  status: OrderStatus | null;
  search: string;
  /** First day of the period, as India counts days. */
  from?: string;
}

const dayInIndia = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });

const placedAt = (order: Order) => order.items[0]?.orderedAt ?? order.orderedDate;

/** Whether an order belongs in a list, apart from the status of its items. */
export function isWithin(order: Order, { search, from }: BoardArgs): boolean {
  const at = placedAt(order);
  if (from && at && dayInIndia.format(new Date(at)) < from) return false;
  const wanted = search.trim().toLowerCase();
  if (!wanted) return true;
  return String(order.id).includes(wanted) || order.customerName.toLowerCase().includes(wanted);
}

export function isListed(order: Order, args: BoardArgs): boolean {
  return isWithin(order, args) && (!args.status || order.items.some((item) => item.status === args.status));
}
