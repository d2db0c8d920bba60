import { Package } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";
import { useGetShopQuery } from "@/shared/api/payments";
import { isFirstLoad } from "@/shared/api/queryState";
import type { AuthUser } from "@/shared/api/types";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { useMyReturnsQuery } from "@/shared/orders/returnsApi";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { EmptyState } from "@/shared/ui/EmptyState";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { MoreButton } from "@/shared/ui/MoreButton";
import { ConnectionStatus } from "./ConnectionStatus";
import { OrderCard } from "./OrderCard";
import { OrderFilterBar } from "./OrderFilterBar";
import { groupByOrder } from "./orderDisplay";
import { useOrderFilters } from "./useOrderFilters";
import { useRecentChanges } from "./useRecentChanges";

export function MyOrdersPage({ user }: { user: AuthUser }) {
  usePageTitle("My Orders");
  const query = useGetMyOrdersInfiniteQuery(user.id);
  const { data, error, refetch, hasNextPage } = query;
  const lines = useMemo(() => data?.pages.flatMap((page) => page.lines), [data]);
  // Both are part of the rows of delivered items, which would move if they came later.
  const returns = useMyReturnsQuery(user.id);
  const shop = useGetShopQuery();
  const changes = useRecentChanges(lines, returns.data);
  const orders = useMemo(() => lines && groupByOrder(lines), [lines]);
  const { shown, params, filters, narrowed, change } = useOrderFilters(orders, changes.items, query);
  const isLoading = !shown || isFirstLoad(returns) || isFirstLoad(shop);
  useScrollToNamedOrder(!isLoading);
  return (
    <div className="wrap">
      <Breadcrumbs here="My Orders" className="orders-in" />
      <div className="orders-head">
        <h1>My Orders</h1>
        <ConnectionStatus />
      </div>
      <p className="visually-hidden" role="status">
        {changes.announcement}
      </p>
      {orders && orders.length > 0 && (
        <OrderFilterBar params={params} filters={filters} orders={orders} onChange={change} />
      )}
      <div className="orders" aria-busy={isLoading && !error}>
        {error && !orders ? (
          <LoadError title="Failed to load orders" error={error} onRetry={refetch} />
        ) : isLoading ? (
          [1, 2].map((card) => <div key={card} className="panel sk-order" aria-hidden="true" />)
        ) : shown.length === 0 && !(narrowed && hasNextPage) ? (
          <NoOrders onClear={narrowed ? () => change(new URLSearchParams()) : undefined} />
        ) : (
          shown.map((order) => <OrderCard key={order.orderId} order={order} changedItems={changes.items} />)
        )}
        <MoreButton
          list={query}
          label="Show earlier orders"
          failure="The earlier orders could not be loaded."
          className="justify-self-center"
        />
      </div>
    </div>
  );
}

/** Scrolls to the order that a link in a mail names, once the orders are loaded. */
function useScrollToNamedOrder(isLoaded: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    if (isLoaded && hash) {
      document.getElementById(hash.slice(1))?.scrollIntoView({ block: "center" });
    }
  }, [hash, isLoaded]);
}

function NoOrders({ onClear }: { onClear: (() => void) | undefined }) {
  if (onClear) {
    return (
      <EmptyState icon={Package} title="No Orders Found" text="None of your orders fits this choice.">
        <button type="button" className="btn btn-primary" onClick={onClear}>
          Show all orders
        </button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Package} title="No Orders Found" text="What you order shows here, and you can follow each piece.">
      <Link className="btn btn-primary" to="/products">
        See all jewellery
      </Link>
    </EmptyState>
  );
}
