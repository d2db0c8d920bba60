import type { Order, OrderStatus } from "@/shared/api/types";

/** What the server filters a board by. */
export interface BoardArgs {
  status: OrderStatus | null;
  search: string;
  /** First day of the period, as India counts days. */
  from?: string;
}

const dayInIndia = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });

/** An item that is set back to ordered gets a new time of its own; the order keeps the day it was placed. */
export const placedAt = (order: Order) => order.orderedDate ?? order.items[0]?.orderedAt ?? null;

export const isSince = (at: string | null, from: string | undefined) =>
  !from || !at || dayInIndia.format(new Date(at)) >= from;

/** Whether an order belongs in a list, apart from the status of its items: the server's own search. */
export function isWithin(order: Order, { search, from }: BoardArgs): boolean {
  if (!isSince(placedAt(order), from)) return false;
  const wanted = search.trim().toLowerCase();
  if (!wanted || String(order.id) === wanted.replace(/^#/, "")) return true;
  const { customerName, customerEmail, customerPhone } = order;
  return (
    customerName.toLowerCase().includes(wanted) ||
    customerEmail.toLowerCase().startsWith(wanted) ||
    Boolean(customerPhone?.includes(wanted))
  );
}

export function isListed(order: Order, args: BoardArgs): boolean {
  return isWithin(order, args) && (!args.status || order.items.some((item) => item.status === args.status));
}
