import { placedAt } from "@/shared/admin/orders/boardArgs";
import { useFromNow } from "@/shared/admin/useNow";
import type { OrderStatus } from "@/shared/api/types";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import type { BoardRow } from "./boardRows";

/** How long an item may keep a status, in hours. */
const maxHours: Partial<Record<OrderStatus, number>> = { ordered: 24, packed: 48 };
const hour = 3_600_000;

/** Returns `late, over 24 h` for an item that has kept its status for too long. */
export function lateness({ item, order }: Pick<BoardRow, "item" | "order">, now: number): string | null {
  const limit = maxHours[item.status];
  const since = item[statusTimeKey(item.status)] ?? placedAt(order);
  if (!limit || !since || now - Date.parse(since) <= limit * hour) return null;
  return `late, over ${limit} h`;
}

export const useLateness = (row: BoardRow) => useFromNow((now) => lateness(row, now));
