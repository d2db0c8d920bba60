import { useCallback, useMemo } from "react";
import type { ApiMeta } from "@/shared/api/baseQuery";
import { useAddress } from "./address";

/** What the server sorts and narrows a list by; it is the page's address. */
export interface ListArgs {
  search: string;
  sort: string;
  /** What else a list is narrowed by, by its name on the wire. */
  filters: Record<string, string>;
}

export interface ListPage<T> {
  rows: T[];
  nextCursor: string | null;
}

/** What a list page needs of an infinite query. */
export interface ListQuery<T> {
  data?: { pages: ListPage<T>[] };
  error?: unknown;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  hasNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

const pageSize = 50;

interface Asked {
  queryArg: ListArgs;
  pageParam: string | null;
}

/** The parts of an infinite query that every list of the portal shares; `beside` goes with every call. */
export function pagesOf<T>(url: string, beside: Record<string, string> = {}) {
  return {
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (page: ListPage<T>) => page.nextCursor ?? undefined,
    },
    query: ({ queryArg, pageParam }: Asked) => ({
      url,
      params: { ...beside, limit: pageSize, ...askedOf(queryArg), ...(pageParam && { cursor: pageParam }) },
    }),
    transformResponse: (rows: T[], meta: unknown): ListPage<T> => ({
      rows,
      nextCursor: ((meta as ApiMeta).body.nextCursor as string | null | undefined) ?? null,
    }),
  };
}

/** The filter of a list as the server takes it, page by page or for a file. */
export function askedOf({ filters, search, sort }: ListArgs): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...filters, search, sort }).filter(([, value]) => value));
}

/** Search, sort and filters of a list as its address has them. */
export function useListArgs(defaultSort = "", filterNames: readonly string[] = []) {
  const { params, change: changeAddress } = useAddress();
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
