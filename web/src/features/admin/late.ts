import type { OrderStatus } from "@/shared/api/types";
import { timeOf } from "@/shared/orders/statusPatch";
import { useFromNow } from "@/shared/portal/useNow";
import { placedAt } from "./boardArgs";
import type { BoardRow } from "./boardRows";

/** How long an item may have a status, in hours. */
const limits: Partial<Record<OrderStatus, number>> = { ordered: 24, packed: 48 };
const hour = 3_600_000;

/** `late, over 24 h` for an item that has had its status for too long. */
export function lateness({ item, order }: Pick<BoardRow, "item" | "order">, now: number): string | null {
  const limit = limits[item.status];
  const since = item[timeOf(item.status)] ?? placedAt(order);
  if (!limit || !since || now - Date.parse(since) <= limit * hour) return null;
  return `late, over ${limit} h`;
}

export const useLateness = (row: BoardRow) => useFromNow((now) => lateness(row, now));
