import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { ApiMeta } from "@/shared/api/baseQuery";

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

/** The parts of an infinite query that every list of the portal shares. */
export function pagesOf<T>(url: string) {
  return {
    infiniteQueryOptions: {
      initialPageParam: null as string | null,
      getNextPageParam: (page: ListPage<T>) => page.nextCursor ?? undefined,
    },
    query: ({ queryArg: { search, sort, filters }, pageParam }: Asked) => {
      const wanted = { ...filters, search, sort, cursor: pageParam ?? "" };
      const asked = Object.entries(wanted).filter(([, value]) => value);
      return { url, params: { limit: pageSize, ...Object.fromEntries(asked) } };
    },
    transformResponse: (rows: T[], meta: unknown): ListPage<T> => ({
      rows,
      nextCursor: ((meta as ApiMeta).body.nextCursor as string | null | undefined) ?? null,
    }),
  };
}

/** Search, sort and filters of a list as its address has them. */
export function useListArgs(defaultSort = "", filterNames: readonly string[] = []) {
  const [params, setParams] = useSearchParams();
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
      setParams(
        (current) => {
          const params = new URLSearchParams(current);
          for (const [name, value] of Object.entries(next)) {
            if (!value || (name === "sort" && value === defaultSort)) params.delete(name);
            else params.set(name, value);
          }
          return params;
        },
        { replace },
      ),
    [setParams, defaultSort],
  );
  return { args, change };
}
