import { useMemo } from "react";
import { hasFailed } from "@/shared/admin/list/listQuery";
import { useBoardOrdersInfiniteQuery } from "@/shared/admin/orders/boardApi";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import { boardRows } from "./boardRows";

/**
 * Loads the rows of a filter. While they load, those of the filter before stay; if they cannot be loaded, there are
 * none, and `hasFailed` says so.
 */
export function useBoardRows(args: BoardArgs) {
  const query = useBoardOrdersInfiniteQuery(args);
  const failed = hasFailed(query);
  const pages = failed ? undefined : query.data?.pages;
  const rows = useMemo(() => boardRows(pages?.flatMap((page) => page.orders) ?? []), [pages]);
  return { query, rows, isLoaded: pages !== undefined, hasFailed: failed };
}
