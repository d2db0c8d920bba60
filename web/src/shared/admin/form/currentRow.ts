import type { ListQuery } from "@/shared/admin/list/listQuery";

/** Returns the current version of the opened row from its list. */
export function currentRow<Row extends { id: number }>(opened: Row, { data }: ListQuery<Row>): Row {
  const rows = data?.pages.flatMap((page) => page.rows);
  return rows?.find(({ id }) => id === opened.id) ?? opened;
}
