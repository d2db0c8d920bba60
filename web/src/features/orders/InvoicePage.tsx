import { Printer } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useParams } from "react-router";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";
import type { AuthUser } from "@/shared/api/types";
import { Crumbs } from "@/shared/ui/Crumbs";
import { LoadError } from "@/shared/ui/Notice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { Invoice } from "./Invoice";

/** An order as a sheet of paper. It is looked for among the shopper's own orders, so nobody else's is ever shown. */
export function InvoicePage({ user, notFound }: { user: AuthUser; notFound: ReactNode }) {
  const orderId = Number(useParams().id);
  usePageTitle(`Invoice ${orderId}`);
  const { lines, error, retry } = useOrderLines(user.id, orderId);
  if (error) {
    return (
      <div className="wrap section">
        <LoadError title="Failed to load orders" error={error} onRetry={retry} />
      </div>
    );
  }
  if (!lines) return <div className="page-wait" aria-busy="true" />;
  const [first] = lines;
  if (!first) return notFound;
  return (
    <div className="wrap invoice-page">
      <div className="invoice-head">
        <Crumbs trail={[["My Orders", "/my-orders"]]} here={`Invoice ${orderId}`} />
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          <Printer className="ico ico-16" aria-hidden="true" />
          Print
        </button>
      </div>
      <Invoice user={user} lines={lines} order={first} />
    </div>
  );
}

/** The lines of one order; none where the shopper has no such order. Goes back page by page until they are found. */
function useOrderLines(customerId: number, orderId: number) {
  const query = useGetMyOrdersInfiniteQuery(customerId);
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const known = data?.pages.flatMap(({ lines }) => lines);
  const lines = known?.filter((line) => line.orderId === orderId);
  // The newest order comes first: once an earlier one was seen, there is no more of this one to come.
  const isWhole = !hasNextPage || (known?.at(-1)?.orderId ?? orderId) < orderId;
  const isStuck = error !== undefined && (!data || isFetchNextPageError);
  useEffect(() => {
    if (data && !isWhole && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [data, isWhole, isFetching, isFetchNextPageError, fetchNextPage]);
  return {
    lines: data && isWhole ? lines : undefined,
    error: isStuck ? error : undefined,
    retry: () => void (data ? fetchNextPage() : refetch()),
  };
}
