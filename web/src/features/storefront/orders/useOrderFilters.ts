import { startTransition, useEffect, useOptimistic } from "react";
import { useSearchParams } from "react-router";
import type { ShownOrder } from "./orderDisplay";
import { filtersOf, isNarrowed, matchesFilters } from "./orderFilters";

interface EarlierPages {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Filters the orders by the URL and fetches earlier ones. An order that changed recently stays visible even if its new
 * status no longer matches.
 */
export function useOrderFilters(
  orders: ShownOrder[] | undefined,
  changedItems: ReadonlySet<number>,
  earlier: EarlierPages,
) {
  const [address, setAddress] = useSearchParams();
  // The router applies a new URL later; the optimistic state shows the input at once.
  const [params, setOptimistic] = useOptimistic(address);
  const filters = filtersOf(params);
  const narrowed = isNarrowed(filters);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = earlier;
  useEffect(() => {
    // A page that is asked for during a refetch is not fetched.
    if (narrowed && hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage();
  }, [narrowed, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const now = Date.now();
  return {
    params,
    filters,
    narrowed,
    shown: orders?.filter(
      (order) => matchesFilters(order, filters, now) || order.lines.some(({ itemId }) => changedItems.has(itemId)),
    ),
    change: (next: URLSearchParams) =>
      startTransition(() => {
        setOptimistic(next);
        setAddress(next, { replace: true, preventScrollReset: true });
      }),
  };
}
