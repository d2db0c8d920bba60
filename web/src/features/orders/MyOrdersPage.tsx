import { Package } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { useGetMyOrdersInfiniteQuery } from "@/shared/api/myOrders";
import type { AuthUser } from "@/shared/api/types";
import { Crumbs } from "@/shared/ui/Crumbs";
import { Empty, LoadError } from "@/shared/ui/Notice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { LiveState } from "./LiveState";
import { OrderCard } from "./OrderCard";
import { groupByOrder } from "./orders";
import { useNews } from "./useNews";

export function MyOrdersPage({ user }: { user: AuthUser }) {
  usePageTitle("My Orders");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useGetMyOrdersInfiniteQuery(user.id);
  const lines = useMemo(() => data?.pages.flatMap((page) => page.lines), [data]);
  const news = useNews(lines);
  const orders = lines && groupByOrder(lines);
  return (
    <div className="wrap">
      <Crumbs here="My Orders" className="orders-in" />
      <div className="orders-head">
        <h1>My Orders</h1>
        <LiveState />
      </div>
      <p className="visually-hidden" role="status">
        {news.announcement}
      </p>
      <div className="orders" aria-busy={!orders && !error}>
        {error && !orders ? (
          <LoadError title="Failed to load orders" error={error} onRetry={() => void refetch()} />
        ) : !orders ? (
          [1, 2].map((card) => <div key={card} className="panel sk-order" aria-hidden="true" />)
        ) : orders.length === 0 ? (
          <Empty
            icon={Package}
            title="No Orders Found"
            text="What you order shows here, and you can follow each piece."
          >
            <Link className="btn btn-primary" to="/products">
              See all jewellery
            </Link>
          </Empty>
        ) : (
          orders.map((order) => <OrderCard key={order.orderId} order={order} news={news.items} />)
        )}
        {hasNextPage && (
          <button
            type="button"
            className="btn btn-line justify-self-center"
            disabled={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            Show earlier orders
          </button>
        )}
      </div>
    </div>
  );
}
