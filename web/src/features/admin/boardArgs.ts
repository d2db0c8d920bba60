import type { Order, OrderStatus } from "@/shared/api/types";

/** What the server filters a board by. */
export interface BoardArgs {
  status: OrderStatus | null;
  search: string;
  /** First day of the period, as India counts days. */
  from?: string;
  /** In which order; the newest first where none is said. */
  sort?: BoardSort;
}

export const boardSorts = ["newest", "oldest", "amountAsc", "amountDesc", "customer", "customerDesc"] as const;
export type BoardSort = (typeof boardSorts)[number];

const dayInIndia = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });

/** An item that is set back to ordered gets a new time of its own; the order keeps the day it was placed. */
export const placedAt = (order: Order) => order.orderedDate ?? order.items[0]?.orderedAt ?? null;

const isSince = (at: string | null, from: string | undefined) =>
  !from || !at || dayInIndia.format(new Date(at)) >= from;

/**
 * Whether an order belongs in a list, apart from the status of its items: the server's own search, but for the codes of
 * products, which an order does not hold.
 */
export function isWithin(order: Order, { search, from }: Pick<BoardArgs, "search" | "from">): boolean {
  if (!isSince(placedAt(order), from)) return false;
  const wanted = search.trim().toLowerCase();
  if (!wanted || String(order.id) === wanted.replace(/^#/, "")) return true;
  const { customerName, customerEmail, customerPhone, items } = order;
  return (
    items.some(({ productName }) => productName.toLowerCase().includes(wanted)) ||
    customerName.toLowerCase().includes(wanted) ||
    customerEmail.toLowerCase().startsWith(wanted) ||
    Boolean(customerPhone?.includes(wanted))
  );
}

export function isListed(order: Order, args: BoardArgs): boolean {
  return isWithin(order, args) && (!args.status || order.items.some((item) => item.status === args.status));
}

type Compare = (one: Order, other: Order) => number;

const byName: Compare = (one, other) =>
  one.customerName.toLowerCase().localeCompare(other.customerName.toLowerCase()) || one.id - other.id;
const byAmount: Compare = (one, other) => one.totalAmount - other.totalAmount || one.id - other.id;

/** The server's orders, for what comes in live. */
export const comparing: Record<BoardSort, Compare> = {
  newest: (one, other) => other.id - one.id,
  oldest: (one, other) => one.id - other.id,
  amountAsc: byAmount,
  amountDesc: (one, other) => byAmount(other, one),
  customer: byName,
  customerDesc: (one, other) => byName(other, one),
};
