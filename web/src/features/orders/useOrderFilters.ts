import { startTransition, useEffect, useOptimistic } from "react";
import { useSearchParams } from "react-router";
import { filtersOf, fits, isNarrowed } from "./orderFilters";
import type { ShownOrder } from "./orders";

interface Earlier {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/**
 * Narrows the orders to what the address asks for, and fetches the earlier ones for it. An order with news stays in
 * sight although its new status no longer fits.
 */
export function useOrderFilters(orders: ShownOrder[] | undefined, news: ReadonlySet<number>, earlier: Earlier) {
  const [address, setAddress] = useSearchParams();
  // The router takes a new address in its own time; what is typed shows at once.
  const [params, showAtOnce] = useOptimistic(address);
  const filters = filtersOf(params);
  const narrowed = isNarrowed(filters);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = earlier;
  useEffect(() => {
    if (narrowed && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage();
  }, [narrowed, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const now = Date.now();
  return {
    params,
    filters,
    narrowed,
    shown: orders?.filter((order) => fits(order, filters, now) || order.lines.some(({ itemId }) => news.has(itemId))),
    change: (next: URLSearchParams) =>
      startTransition(() => {
        showAtOnce(next);
        setAddress(next, { replace: true, preventScrollReset: true });
      }),
  };
}
