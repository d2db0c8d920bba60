import type { Order, OrderItem, OrderStatus } from "@/shared/api/types";

/** One line of the board: an item with the order it belongs to. */
export interface BoardRow {
  id: number;
  order: Order;
  item: OrderItem;
  /** `item 1 of 2` */
  place: number;
  of: number;
}

const rowsByOrder = new WeakMap<Order, BoardRow[]>();

// The cache keeps an untouched order's object, so its rows stay the same objects and do not draw again.
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

/** Every row of these orders; an order that stands on two pages counts once. */
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

/** The rows of a status, all without one. Those that are picked stay, whatever has become of them. */
export function inStatus(rows: BoardRow[], status: OrderStatus | null, picked = new Set<number>()): BoardRow[] {
  return status ? rows.filter((row) => row.item.status === status || picked.has(row.id)) : rows;
}

export interface SteadyRows {
  rows: BoardRow[];
  /** Rows that belong on the board and wait until the hand has left it. */
  waiting: BoardRow[];
}

/**
 * The rows while a hand is on the board: those it saw keep their places, also where the filter no longer holds them;
 * older ones are added below; what would push in above waits.
 */
export function steadyRows(held: number[], all: BoardRow[], wanted: BoardRow[]): SteadyRows {
  const byId = new Map(all.map((row) => [row.id, row]));
  const kept = held.flatMap((id) => byId.get(id) ?? []);
  if (kept.length === 0) return { rows: wanted, waiting: [] };
  const known = new Set(held);
  const last = wanted.findLastIndex((row) => known.has(row.id));
  const older = last < 0 ? [] : wanted.slice(last + 1);
  const above = last < 0 ? wanted : wanted.slice(0, last + 1);
  return { rows: [...kept, ...older], waiting: above.filter((row) => !known.has(row.id)) };
}
