import { Link } from "react-router";
import { CardPage } from "@/shared/portal/CardPage";
import { RateChart } from "@/shared/portal/RateChart";
import { ratesOfMonth, useRecentRatesQuery } from "@/shared/portal/rates";
import { useNow } from "@/shared/portal/useNow";
import { LoadError } from "@/shared/ui/Notice";
import { usePageTitle } from "@/shared/ui/usePageTitle";
import { useBoardOrdersInfiniteQuery } from "./boardApi";
import { DashboardStats } from "./DashboardStats";
import { useCurrentFigures } from "./figuresApi";
import { NewestOrders } from "./NewestOrders";
import { OnTheirWay } from "./OnTheirWay";

const today = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeZone: "Asia/Kolkata" });

const titles = {
  today: "Today",
  "rate-chart": "Gold rate, 30 days",
  "on-way": "Items on their way",
  newest: "Newest orders",
};

/** `/admin/dashboard`: what a shopkeeper looks at first; it follows the shop by itself. */
export function Dashboard() {
  const now = useNow();
  const figures = useCurrentFigures();
  const newest = useBoardOrdersInfiniteQuery({ status: null, search: "" });
  const rates = useRecentRatesQuery();
  usePageTitle("Dashboard, Admin portal");

  const failed = [figures, newest, rates].find((query) => query.isError && !query.data && !query.isFetching);
  const retry = () => {
    for (const query of [figures, newest, rates]) if (query.isError) void query.refetch();
  };
  return (
    <>
      <div className="work-head">
        <h1>Welcome to the Administrative portal</h1>
        <span className="acts muted">{today.format(now)}</span>
      </div>
      {failed && <LoadError title="Error in fetching" error={failed.error} onRetry={retry} />}
      <CardPage page="dashboard" titles={titles}>
        <DashboardStats figures={figures.data} rates={rates.data} now={now} />
        <div className="dash-cols">
          {rates.data ? (
            <RateChart rates={ratesOfMonth(rates.data, now)}>
              <Link className="btn btn-line" to="/admin/gold-rate?add=today">
                Set today's rate
              </Link>
            </RateChart>
          ) : (
            <span className="sk dash-sk" />
          )}
          <OnTheirWay figures={figures.data} now={now} />
        </div>
        <NewestOrders orders={newest.data?.pages[0]?.orders} now={now} />
      </CardPage>
    </>
  );
}
