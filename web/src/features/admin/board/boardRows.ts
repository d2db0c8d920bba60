import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import type { Order, OrderItem } from "@/shared/api/types";

/** One row of the board: an item and its order. */
export interface BoardRow {
  id: number;
  order: Order;
  item: OrderItem;
  /** `item 1 of 2` */
  place: number;
  of: number;
}

/** The browser stores the orders with each entry of its history, hence the limit. */
const walkedRows = 500;

const rowsByOrder = new WeakMap<Order, BoardRow[]>();

// The cache keeps the object of an unchanged order, so its rows keep their identity and do not render again.
function rowsOf(order: Order): BoardRow[] {
  const known = rowsByOrder.get(order);
  if (known) return known;
  const rows = order.items.map((item, index) => ({
    id: item.itemId,
    order,
    item,
    place: index + 1,
    of: order.items.length,
  }));
  rowsByOrder.set(order, rows);
  return rows;
}

/** Returns the rows of all orders. An order that is part of two pages is counted once. */
export function boardRows(orders: Order[]): BoardRow[] {
  const seen = new Set<number>();
  const rows: BoardRow[] = [];
  for (const order of orders) {
    if (seen.has(order.id)) continue;
    seen.add(order.id);
    rows.push(...rowsOf(order));
  }
  return rows;
}

/** Returns the rows with the status and the payment of a filter. Selected rows stay in any case. */
export function rowsInFilter(
  rows: BoardRow[],
  { status, payment }: Pick<BoardArgs, "status" | "payment">,
  picked = new Set<number>(),
): BoardRow[] {
  const fits = ({ item, order }: BoardRow) =>
    (!status || item.status === status) && (!payment || order.payment.status === payment);
  return status || payment ? rows.filter((row) => fits(row) || picked.has(row.id)) : rows;
}

/** Whether the row before belongs to the same order, so that this row does not repeat the order's data. */
export const followsItsOrder = (rows: BoardRow[], at: number) => rows[at - 1]?.order.id === rows[at]?.order.id;

/** The orders around a row, each once, for the links between their pages. */
export function ordersAround(rows: BoardRow[], at: number): number[] {
  const near = rows.slice(Math.max(0, at - walkedRows), at + walkedRows);
  return [...new Set(near.map(({ order }) => order.id))];
}

export interface FrozenRows {
  rows: BoardRow[];
  /** Rows that are held back until the admin stops interacting. */
  waiting: BoardRow[];
}

/**
 * Computes the rows during an interaction. Rows on screen keep their positions, even if the filter excludes them now;
 * older rows are appended; rows that would be inserted above wait.
 */
export function freezeRows(frozen: number[], all: BoardRow[], fitting: BoardRow[]): FrozenRows {
  const byId = new Map(all.map((row) => [row.id, row]));
  const kept = frozen.flatMap((id) => byId.get(id) ?? []);
  if (kept.length === 0) return { rows: fitting, waiting: [] };
  const known = new Set(frozen);
  const last = fitting.findLastIndex((row) => known.has(row.id));
  const older = last < 0 ? [] : fitting.slice(last + 1);
  const above = last < 0 ? fitting : fitting.slice(0, last + 1);
  return { rows: [...kept, ...older], waiting: above.filter((row) => !known.has(row.id)) };
}
