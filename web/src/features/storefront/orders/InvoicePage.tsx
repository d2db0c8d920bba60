import { Printer } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useParams } from "react-router";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";
import type { AuthUser } from "@/shared/api/types";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { LoadError } from "@/shared/ui/LoadError";
import { Invoice } from "./Invoice";

/** The invoice of an order. It is looked up in the shopper's own orders, so no other user's order can be shown. */
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
        <Breadcrumbs trail={[["My Orders", "/my-orders"]]} here={`Invoice ${orderId}`} />
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          <Printer className="ico ico-16" aria-hidden="true" />
          Print
        </button>
      </div>
      <Invoice user={user} lines={lines} order={first} />
    </div>
  );
}

/** Returns the lines of one order; none if the shopper has no such order. Fetches pages until they are found. */
function useOrderLines(customerId: number, orderId: number) {
  const query = useGetMyOrdersInfiniteQuery(customerId);
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const known = data?.pages.flatMap(({ lines }) => lines);
  const lines = known?.filter((line) => line.orderId === orderId);
  // Orders are listed newest first: after an earlier order there are no more lines of this one.
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
