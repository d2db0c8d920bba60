import { PackageSearch } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import type { OrderStatus } from "@/shared/api/types";
import { Empty, LoadError } from "@/shared/ui/Notice";
import { StatusTabs } from "./BoardFilters";
import { BoardList } from "./BoardList";
import { BoardSkeleton } from "./BoardSkeleton";
import { useBoardOrdersInfiniteQuery } from "./boardApi";
import type { BoardArgs, BoardSort } from "./boardArgs";
import { useBoardCounts } from "./boardCounts";
import { boardRows } from "./boardRows";

interface BoardTableViewProps {
  args: BoardArgs;
  /** The columns left out. */
  hidden: string[];
  searchBox: ReactNode;
  onStatus: (status: OrderStatus | null) => void;
  onSort: (sort: BoardSort) => void;
  onShowAll: () => void;
  onOpen: (orderId: number) => void;
}

/** The board as a table, with its tabs. While another filter loads, the rows of the last one stay. */
export function BoardTableView(props: BoardTableViewProps) {
  const { args, hidden, searchBox, onStatus, onSort, onShowAll, onOpen } = props;
  const orders = useBoardOrdersInfiniteQuery(args);
  const counts = useBoardCounts(args);
  const pages = orders.data?.pages;
  const all = useMemo(() => boardRows(pages?.flatMap((page) => page.orders) ?? []), [pages]);
  const filtered = Boolean(args.status || args.search || args.from);

  const empty = (
    <Empty
      icon={PackageSearch}
      title="No orders found"
      text={filtered ? "No order fits these filters." : "A new order shows here by itself the moment it is placed."}
    >
      {filtered && (
        <button type="button" className="btn btn-line" onClick={onShowAll}>
          Show all orders
        </button>
      )}
    </Empty>
  );

  return (
    <>
      <div className="filterbar">
        <StatusTabs status={args.status} counts={counts} onPick={onStatus} />
        {searchBox}
      </div>
      {!pages && orders.isFetching && <Loading />}
      {!pages && orders.isError && !orders.isFetching && (
        <LoadError title="Failed to load orders" error={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {pages && all.length === 0 && empty}
      {pages && all.length > 0 && (
        <BoardList
          all={all}
          args={args}
          hidden={hidden}
          counts={counts}
          query={orders}
          empty={empty}
          onSort={onSort}
          onOpen={onOpen}
        />
      )}
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
