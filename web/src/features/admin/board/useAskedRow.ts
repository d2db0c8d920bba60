import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import type { AskedItem } from "@/shared/admin/orders/rowStatusSlice";
import { type BoardRow, boardRows } from "./boardRows";

/** The row that a dialog asks about, updated live even after it has left every list. */
export function useAskedRow(asked: AskedItem | null): BoardRow | undefined {
  const { currentData } = useBoardOrderQuery(asked?.order.id ?? 0, { skip: !asked });
  return asked ? boardRows([currentData ?? asked.order]).find(({ id }) => id === asked.itemId) : undefined;
}
