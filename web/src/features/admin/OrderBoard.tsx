import { PackageSearch } from "lucide-react";
import { useCallback, useEffect, useMemo } from "react";
import { useSelector } from "react-redux";
import { Empty, LoadError } from "@/shared/ui/Notice";
import { BoardSearch, StatusTabs } from "./BoardFilters";
import { BoardList } from "./BoardList";
import { BoardSkeleton } from "./BoardTable";
import { useBoardOrdersInfiniteQuery } from "./boardApi";
import { boardRows } from "./boardRows";
import { type MarksState, selectSaid } from "./marksSlice";
import { OrderDetails } from "./OrderDetails";
import { firstDay, useBoardFilters } from "./useBoardFilters";
import { useNow } from "./useNow";

/** `/admin/order-management`: every order item, live. */
export function OrderBoard() {
  const { filters, change } = useBoardFilters();
  const { status, search, period, order } = filters;
  const from = firstDay(period, useNow());
  const args = useMemo(() => ({ status, search, ...(from ? { from } : {}) }), [status, search, from]);
  const orders = useBoardOrdersInfiniteQuery(args);
  const pages = orders.data?.pages;
  const all = useMemo(() => boardRows(pages?.flatMap((page) => page.orders) ?? []), [pages]);
  useEffect(() => {
    document.title = "Order Management, Admin portal | Swarna";
  }, []);

  const onSearch = useCallback((text: string) => change({ search: text }, { replace: true }), [change]);
  const onOpen = useCallback((id: number) => change({ order: id }), [change]);
  const filtered = Boolean(status || search || from);

  return (
    <>
      <div className="work-head">
        <h1>Order Management</h1>
      </div>
      <div className="filterbar">
        <StatusTabs status={status} counts={pages?.[0]?.counts} onPick={(next) => change({ status: next })} />
        <BoardSearch
          search={search}
          period={period}
          onSearch={onSearch}
          onPeriod={(next) => change({ period: next })}
        />
      </div>
      {!pages && orders.isFetching && <Loading />}
      {!pages && orders.isError && !orders.isFetching && (
        <LoadError title="Failed to load orders" error={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {pages && all.length === 0 && (
        <Empty
          icon={PackageSearch}
          title="No orders found"
          text={filtered ? "No order fits these filters." : "A new order shows here by itself the moment it is placed."}
        >
          {filtered && (
            <button
              type="button"
              className="btn btn-line"
              onClick={() => change({ status: null, search: null, period: null })}
            >
              Show all orders
            </button>
          )}
        </Empty>
      )}
      {pages && all.length > 0 && <BoardList all={all} args={args} query={orders} onOpen={onOpen} />}
      <OrderDetails id={order} onClose={() => change({ order: null })} />
      <Announcer />
    </>
  );
}

function Loading() {
  return (
    <section className="panel board" aria-label="Orders">
      <div className="board-strip">
        <span role="status">Loading orders</span>
      </div>
      <BoardSkeleton />
    </section>
  );
}

/** Says what changes to those who listen to the page. */
function Announcer() {
  const { text, count } = useSelector((state: MarksState) => selectSaid(state));
  return (
    <div className="visually-hidden" aria-live="polite">
      {text && <span key={count}>{text}</span>}
    </div>
  );
}
