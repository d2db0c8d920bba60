import { CardPage } from "@/shared/admin/cards/CardPage";
import { ratesOfMonth, useRecentRatesQuery } from "@/shared/admin/goldRates/goldRates";
import { RateChart } from "@/shared/admin/goldRates/RateChart";
import { useBoardOrdersInfiniteQuery } from "@/shared/admin/orders/boardApi";
import { useCurrentFigures } from "@/shared/admin/orders/figuresApi";
import { usePermissions } from "@/shared/admin/permissions";
import { useNow } from "@/shared/hooks/useNow";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Link } from "@/shared/ui/Link";
import { LoadError } from "@/shared/ui/LoadError";
import { DashboardStats } from "./DashboardStats";
import { LowStockCard } from "./LowStockCard";
import { NewestOrders } from "./NewestOrders";
import { OpenItemsCard } from "./OpenItemsCard";
import { StuckCard } from "./StuckCard";

const today = new Intl.DateTimeFormat("en-IN", { dateStyle: "full", timeZone: "Asia/Kolkata" });

const titles = {
  today: "Today",
  stuck: "Stuck",
  "rate-chart": "Gold rate, 30 days",
  "on-way": "Items on their way",
  "low-stock": "Low stock",
  newest: "Newest orders",
};

/** `/admin/dashboard`: today's figures, updated live. */
export function DashboardPage() {
  const now = useNow();
  const { may } = usePermissions();
  const figures = useCurrentFigures();
  const newest = useBoardOrdersInfiniteQuery({ status: null, search: "" });
  const rates = useRecentRatesQuery();
  usePageTitle("Dashboard, Admin portal");

  const failed = [figures, newest, rates].find((query) => query.error !== undefined && !query.data);
  const retry = () => Promise.all([figures, newest, rates].map((query) => query.error && query.refetch()));
  return (
    <>
      <div className="work-head">
        <h1>Welcome to the Administrative portal</h1>
        <span className="acts muted">{today.format(now)}</span>
      </div>
      {failed && <LoadError title="Error in fetching" error={failed.error} onRetry={retry} />}
      <CardPage page="dashboard" titles={titles}>
        <DashboardStats figures={figures.data} rates={rates.data} now={now} />
        <StuckCard now={now} />
        <div className="dash-cols">
          {rates.data ? (
            <RateChart rates={ratesOfMonth(rates.data, now)}>
              {may("add_gold_rate") && (
                <Link className="btn btn-line" to="/admin/gold-rate?add=today">
                  Set today's rate
                </Link>
              )}
            </RateChart>
          ) : (
            <span className="sk dash-sk" />
          )}
          <OpenItemsCard figures={figures.data} now={now} />
        </div>
        {may("list_stocked_products") && <LowStockCard />}
        <NewestOrders orders={newest.data?.pages[0]?.orders} now={now} />
      </CardPage>
    </>
  );
}
