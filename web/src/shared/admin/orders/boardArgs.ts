import type { StuckOut } from "@/shared/api/schema";
import type { Order, OrderStatus } from "@/shared/api/types";
import { dayOf } from "@/shared/format";

/** The filter of a board list, as the API takes it. */
export interface BoardArgs {
  status: OrderStatus | null;
  search: string;
  /** First day of the period, in Indian time. */
  from?: string;
  /** The status of the payment. */
  payment?: Order["payment"]["status"];
  /** Only open orders of this member of staff, or of nobody. */
  assignedTo?: number | "nobody";
  /** The rule by which the orders are stuck. */
  stuck?: StuckOut["rule"];
  /** The sort order; newest first by default. */
  sort?: BoardSort;
}

export const boardSorts = ["newest", "oldest", "amountAsc", "amountDesc", "customer", "customerDesc"] as const;
export type BoardSort = (typeof boardSorts)[number];

/** The earliest time counts, because an item that is reset to ordered gets a new time, but the order keeps its date. */
export const placedAt = (order: Order) => order.orderedDate ?? order.items[0]?.orderedAt ?? null;

const isSince = (at: string | null, from: string | undefined) => !from || !at || dayOf(Date.parse(at)) >= from;

const withoutSeparators = (phone: string) => phone.replace(/[ ().-]/g, "");

/**
 * The search without the separators of a phone number, and a whole number without the prefix of India; unchanged if it
 * has no other characters.
 */
const compactPhone = (search: string) =>
  (withoutSeparators(search) || search).replace(/^(?:\+91|0091|91|0)(\d{10})$/, "$1");

/** Whether the text is the whole HUID or tracking number of an item, or the reference of the claim. */
function hasReference({ items, payment }: Order, typed: string): boolean {
  const number = typed.replace(/\s/g, "").toUpperCase();
  return (
    items.some(({ huids, trackingNumber }) => trackingNumber === number || huids?.includes(typed.toUpperCase())) ||
    payment.claim?.reference === number.replaceAll("-", "")
  );
}

/**
 * Whether an order matches search and period, as on the server. Product codes, numbers of documents and returns, and
 * booked payments cannot be searched here, since an order does not contain them.
 */
function matchesFilter(order: Order, { search, from }: Pick<BoardArgs, "search" | "from">): boolean {
  if (!isSince(placedAt(order), from)) return false;
  const typed = search.normalize("NFC").trim();
  const wanted = typed.toLowerCase();
  if (!wanted || String(order.id) === wanted.replace(/^(#|sw)\s*/, "")) return true;
  const { customerName, customerEmail, customerPhone, items } = order;
  return (
    items.some(({ productName }) => productName.toLowerCase().includes(wanted)) ||
    customerName.toLowerCase().includes(wanted) ||
    customerEmail.toLowerCase().startsWith(wanted) ||
    Boolean(customerPhone && withoutSeparators(customerPhone).includes(compactPhone(typed))) ||
    hasReference(order, typed)
  );
}

/** An order does not contain its assignment, so a list of one person or of nobody is refetched instead. */
export function belongsToList(order: Order, args: BoardArgs): boolean {
  if (args.assignedTo) return false;
  // The server determines the stuck orders; a new order is never stuck.
  if (args.stuck) return false;
  if (args.payment && order.payment.status !== args.payment) return false;
  return matchesFilter(order, args) && (!args.status || order.items.some((item) => item.status === args.status));
}

type Compare = (one: Order, other: Order) => number;

/** By code points, as the server compares names. */
const byName: Compare = (one, other) => {
  const [name, otherName] = [one.customerName.toLowerCase(), other.customerName.toLowerCase()];
  return name === otherName ? one.id - other.id : name < otherName ? -1 : 1;
};
const byAmount: Compare = (one, other) => one.totalAmount - other.totalAmount || one.id - other.id;

/** Comparators equal to the server's sort orders, to insert live orders. */
export const comparators: Record<BoardSort, Compare> = {
  newest: (one, other) => other.id - one.id,
  oldest: (one, other) => one.id - other.id,
  amountAsc: byAmount,
  amountDesc: (one, other) => byAmount(other, one),
  customer: byName,
  customerDesc: (one, other) => byName(other, one),
};
