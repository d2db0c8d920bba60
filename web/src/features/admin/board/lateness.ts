import { placedAt } from "@/shared/admin/orders/boardArgs";
import { type StuckRule, useStuckHours } from "@/shared/admin/orders/stuckApi";
import type { OrderStatus } from "@/shared/api/types";
import { useFromNow } from "@/shared/hooks/useNow";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import type { BoardRow } from "./boardRows";

/** The rules that limit how long an item may keep its status. */
const rules: Partial<Record<OrderStatus, StuckRule>> = { ordered: "ordered", packed: "packed" };
const hour = 3_600_000;

/** Returns `late, over 24 h` for an item that has kept its status for longer than `limit` hours. */
export function lateness(
  { item, order }: Pick<BoardRow, "item" | "order">,
  limit: number | null,
  now: number,
): string | null {
  const since = item[statusTimeKey(item.status)] ?? placedAt(order);
  if (!limit || !since || now - Date.parse(since) <= limit * hour) return null;
  return `late, over ${limit} h`;
}

/** By the hours of the shop's settings; null until they are loaded. */
export function useLateness(row: BoardRow): string | null {
  const limit = useStuckHours(rules[row.item.status]);
  return useFromNow((now) => lateness(row, limit, now));
}
