import { useCallback, useMemo } from "react";
import { useUrlParams } from "@/shared/admin/useUrlParams";
import type { ApiMeta } from "@/shared/api/baseQuery";

/** Search, sort order and filters of a list, as in the URL. */
export interface ListArgs {
  search: string;
  sort: string;
  /** Other filters, by their names in the API. */
  filters: Record<string, string>;
}

export interface ListPage<T> {
  rows: T[];
  nextCursor: string | null;
}

/** The part of an infinite query that a list page uses. */
export interface ListQuery<T> {
  data?: { pages: ListPage<T>[] };
  /** The pages for these arguments; `data` may be those of the previous arguments. */
  currentData?: { pages: ListPage<T>[] };
  error?: unknown;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

/**
 * Whether the pages for these arguments cannot be loaded. `data` is then that of the previous arguments. It stays while
 * others load, but must not be shown for arguments that failed. The error stays while the query is repeated.
 */
export const hasFailed = (query: { error?: unknown; currentData?: unknown }): boolean =>
  query.error !== undefined && query.currentData === undefined;

const pageSize = 50;

interface PageRequest {
  queryArg: ListArgs;
  pageParam: string | null;
}

/** The options that the infinite queries of all lists share; `beside` is added to the parameters of each request. */
export function listEndpoint<T>(url: string, beside: Record<string, string> = {}) {
  return {
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (page: ListPage<T>) => page.nextCursor ?? undefined,
    },
    query: ({ queryArg, pageParam }: PageRequest) => ({
      url,
      params: { ...beside, limit: pageSize, ...listParams(queryArg), ...(pageParam && { cursor: pageParam }) },
    }),
    transformResponse: (rows: T[], meta: unknown): ListPage<T> => ({
      rows,
      nextCursor: ((meta as ApiMeta).body.nextCursor as string | null | undefined) ?? null,
    }),
  };
}

/** The query parameters of a list, for its pages and for the export. */
export function listParams({ filters, search, sort }: ListArgs): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...filters, search, sort }).filter(([, value]) => value));
}

/** Reads and writes search, sort order and filters in the URL. */
export function useListArgs(defaultSort = "", filterNames: readonly string[] = []) {
  const { params, change: changeAddress } = useUrlParams();
  const names = filterNames.join();
  const args: ListArgs = useMemo(() => {
    const filters = names.split(",").flatMap((name) => {
      const value = name && params.get(name);
      return value ? [[name, value]] : [];
    });
    return {
      search: params.get("search") ?? "",
      sort: params.get("sort") ?? defaultSort,
      filters: Object.fromEntries(filters),
    };
  }, [params, defaultSort, names]);
  const change = useCallback(
    (next: Record<string, string>, replace = false) =>
      changeAddress(next.sort === defaultSort ? { ...next, sort: "" } : next, { replace }),
    [changeAddress, defaultSort],
  );
  return { args, change };
}
