import { useEffect } from "react";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";

/**
 * Returns all lines of one order of the shopper; none if there is no such order. Fetches pages until they are known,
 * since a page may end within an order.
 */
export function useOrderLines(customerId: number, orderId: number) {
  const query = useGetMyOrdersInfiniteQuery(customerId);
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const known = data?.pages.flatMap(({ lines }) => lines);
  const lines = known?.filter((line) => line.orderId === orderId);
  // Orders are listed newest first: after an earlier order there are no more lines of this one.
  const isWhole = !hasNextPage || (known?.at(-1)?.orderId ?? orderId) < orderId;
  const isStuck = !data || (!isWhole && isFetchNextPageError);
  useEffect(() => {
    if (data && !isWhole && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [data, isWhole, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    // A new order may come with the refetch.
    lines: isWhole && (lines?.length || !isFetching) ? lines : undefined,
    error: isStuck ? error : undefined,
    retry: () => (data ? fetchNextPage() : refetch()),
  };
}
