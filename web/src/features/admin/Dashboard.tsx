import { useEffect } from "react";
import { Link } from "react-router";
import { RateChart } from "@/shared/portal/RateChart";
import { ratesOfMonth, useRecentRatesQuery } from "@/shared/portal/rates";
import { LoadError } from "@/shared/ui/Notice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { useBoardOrdersInfiniteQuery } from "./boardApi";
import { DashboardStats } from "./DashboardStats";
import { dayBefore } from "./dashboardFigures";
import { NewestOrders } from "./NewestOrders";
import { OnTheirWay } from "./OnTheirWay";
import { useNow } from "./useNow";

const today = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeZone: "Asia/Kolkata" });

/** `/admin/dashboard`: what a shopkeeper looks at first; it follows the shop by itself. */
export function Dashboard() {
  const now = useNow();
  const board = useBoardOrdersInfiniteQuery({ status: null, search: "" });
  const recent = useBoardOrdersInfiniteQuery({ status: null, search: "", from: dayBefore(now) });
  const rates = useRecentRatesQuery();
  usePageTitle("Dashboard, Admin portal");
  const { hasNextPage, isFetching, isError, fetchNextPage } = recent;
  // The figures of two days need all their orders.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);

  const orders = recent.data?.pages.flatMap((page) => page.orders);
  const failed = [board, recent, rates].find((query) => query.isError && !query.data && !query.isFetching);
  const retry = () => {
    for (const query of [board, recent, rates]) if (query.isError) void query.refetch();
  };
  return (
    <>
      <div className="work-head">
        <h1>Welcome to the Administrative portal</h1>
        <span className="acts muted">{today.format(now)}</span>
      </div>
      {failed && <LoadError title="Error in fetching" error={failed.error} onRetry={retry} />}
      <DashboardStats
        orders={hasNextPage ? undefined : orders}
        counts={board.data?.pages[0]?.counts}
        rates={rates.data}
        now={now}
      />
      <div className="dash-cols">
        <div>
          {rates.data ? <RateChart rates={ratesOfMonth(rates.data, now)} /> : <span className="sk dash-sk" />}
          <p className="dash-way">
            <Link className="textlink" to="/admin/gold-rate">
              Set today's rate
            </Link>
          </p>
        </div>
        <OnTheirWay counts={board.data?.pages[0]?.counts} />
      </div>
      <NewestOrders orders={board.data?.pages[0]?.orders} now={now} />
    </>
  );
}
