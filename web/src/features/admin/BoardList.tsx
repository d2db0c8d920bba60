import { useMemo } from "react";
import { statuses } from "@/shared/api/types";
import { BoardStrip, BulkBar } from "./BoardStrip";
import { BoardTable } from "./BoardTable";
import type { useBoardOrdersInfiniteQuery } from "./boardApi";
import type { BoardArgs } from "./boardArgs";
import { type BoardRow, inStatus } from "./boardRows";
import { useSelection } from "./useSelection";
import { useSteadyRows } from "./useSteadyRows";

interface BoardListProps {
  all: BoardRow[];
  args: BoardArgs;
  query: ReturnType<typeof useBoardOrdersInfiniteQuery>;
  onOpen: (orderId: number) => void;
}

/** The table with its strip above and its foot below. */
export function BoardList({ all, args, query, onOpen }: BoardListProps) {
  const of = JSON.stringify(args);
  const wanted = useMemo(() => inStatus(all, args.status), [all, args.status]);
  const { rows, waiting, hand, letGo } = useSteadyRows<HTMLTableSectionElement>(all, wanted, of);
  const selection = useSelection(of);
  const selected = useMemo(() => rows.filter((row) => selection.ids.has(row.id)), [rows, selection.ids]);
  const counts = query.data?.pages[0]?.counts;
  const total = statuses.reduce(
    (sum, status) => sum + (!args.status || args.status === status ? (counts?.[status] ?? 0) : 0),
    0,
  );

  return (
    <section className="panel board" aria-label="Orders">
      {selected.length > 0 ? (
        <BulkBar rows={selected} onSelect={selection.set} />
      ) : (
        <BoardStrip total={total} waiting={waiting} onShow={letGo} />
      )}
      <BoardTable rows={rows} selection={selection} onOpen={onOpen} hand={hand} busy={query.isFetching} />
      <div className="undertable">
        <span className="num">
          {rows.length} of {Math.max(total, rows.length)} items
        </span>
        {query.hasNextPage && (
          <button
            type="button"
            className="btn btn-line btn-sm"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage && <span className="spin" />}
            {query.isFetchingNextPage ? "Loading" : "Load more"}
          </button>
        )}
      </div>
    </section>
  );
}
