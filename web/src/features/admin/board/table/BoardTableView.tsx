import { PackageSearch } from "lucide-react";
import type { ReactNode } from "react";
import { StatusTabs } from "@/features/admin/board/BoardFilters";
import { HuidDialog } from "@/features/admin/board/huids/HuidDialog";
import { useBoardRows } from "@/features/admin/board/useBoardRows";
import type { BoardArgs, BoardSort } from "@/shared/admin/orders/boardArgs";
import { useBoardCounts } from "@/shared/admin/orders/boardCounts";
import type { OrderStatus } from "@/shared/api/types";
import { EmptyState } from "@/shared/ui/EmptyState";
import { LoadError } from "@/shared/ui/LoadError";
import { BoardTablePanel } from "./BoardTablePanel";
import { BoardTableSkeleton } from "./BoardTableSkeleton";

interface BoardTableViewProps {
  args: BoardArgs;
  /** The hidden columns. */
  hidden: string[];
  searchBox: ReactNode;
  /** Shown below the tabs and the search, so that these do not move when it appears or disappears. */
  claimsFirst: ReactNode;
  onStatus: (status: OrderStatus | null) => void;
  onSort: (sort: BoardSort) => void;
  onShowAll: () => void;
  onOpen: (orderId: number) => void;
}

/** The board as a table with status tabs. While another filter loads, the previous rows stay. */
export function BoardTableView(props: BoardTableViewProps) {
  const { args, hidden, searchBox, claimsFirst, onStatus, onSort, onShowAll, onOpen } = props;
  const { query: orders, rows: all, isLoaded, hasFailed } = useBoardRows(args);
  const counts = useBoardCounts(args);
  const filtered = Boolean(args.status || args.search || args.from || args.assignedTo || args.stuck || args.payment);

  const empty = (
    <EmptyState
      icon={PackageSearch}
      title="No orders found"
      text={filtered ? noMatch(args.search) : "A new order shows here by itself the moment it is placed."}
    >
      {filtered && (
        <button type="button" className="btn btn-line" onClick={onShowAll}>
          Show all orders
        </button>
      )}
    </EmptyState>
  );

  return (
    <>
      <div className="filterbar">
        <StatusTabs status={args.status} counts={counts} onPick={onStatus} />
        {searchBox}
      </div>
      {claimsFirst}
      {!isLoaded && !hasFailed && orders.isFetching && <Loading />}
      {hasFailed && <LoadError title="Failed to load orders" error={orders.error} onRetry={orders.refetch} />}
      {isLoaded && (
        <BoardTablePanel
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
      <HuidDialog />
    </>
  );
}

function noMatch(search: string): string {
  const found = " Invoices, returns, HUIDs, tracking numbers and UTRs are found by their whole number.";
  return `No order fits these filters.${search ? found : ""}`;
}

function Loading() {
  return (
    <section className="panel board" aria-label="Orders">
      <div className="board-strip">
        <span role="status">Loading orders</span>
      </div>
      <BoardTableSkeleton />
    </section>
  );
}
