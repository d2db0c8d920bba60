import { useEffect } from "react";

export interface PagedQuery {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Fetches the next page of a list when the end of the loaded rows `isNear`. After a failure it waits until the list is
 * refetched.
 */
export function useNextPage(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: PagedQuery,
  isNear: boolean,
) {
  const isDue = isNear && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}
