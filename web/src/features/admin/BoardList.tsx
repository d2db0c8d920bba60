import { type ReactNode, useCallback, useMemo } from "react";
import { whole } from "@/shared/format";
import { useSelection } from "@/shared/portal/useSelection";
import { BoardStrip, BulkBar } from "./BoardStrip";
import { BoardTable } from "./BoardTable";
import type { useBoardOrdersInfiniteQuery } from "./boardApi";
import type { BoardArgs, BoardSort } from "./boardArgs";
import { type StatusCounts, totalOf } from "./boardCounts";
import { type BoardRow, inStatus } from "./boardRows";
import { sortNames } from "./sorting";
import { useSteadyRows } from "./useSteadyRows";

interface BoardListProps {
  all: BoardRow[];
  args: BoardArgs;
  /** The columns left out. */
  hidden: string[];
  counts: StatusCounts | undefined;
  query: ReturnType<typeof useBoardOrdersInfiniteQuery>;
  /** Stands where no row is left. */
  empty: ReactNode;
  onSort: (sort: BoardSort) => void;
  onOpen: (orderId: number) => void;
}

/** The table with its strip above and its foot below. */
export function BoardList({ all, args, hidden, counts, query, empty, onSort, onOpen }: BoardListProps) {
  const of = JSON.stringify(args);
  const selection = useSelection(of);
  const wanted = useMemo(() => inStatus(all, args.status, selection.ids), [all, args.status, selection.ids]);
  const { rows, waiting, hand, letGo } = useSteadyRows<HTMLTableSectionElement>(all, wanted, of);
  const selected = useMemo(() => rows.filter((row) => selection.ids.has(row.id)), [rows, selection.ids]);
  const total = totalOf(counts, args.status);
  const { hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  const rest = hasNextPage ? Math.max(1, total - wanted.length) : 0;
  const sort = args.sort ?? "newest";
  const goOn = useCallback(() => {
    if (!isFetchNextPageError) void fetchNextPage();
  }, [isFetchNextPageError, fetchNextPage]);

  const strip =
    selected.length > 0 ? (
      <BulkBar rows={selected} onSelect={selection.set} />
    ) : (
      <BoardStrip total={total} order={sortNames[sort].says} waiting={waiting} onShow={letGo} />
    );

  if (rows.length === 0 && rest === 0)
    return (
      <section className="panel board" aria-label="Orders">
        {strip}
        {empty}
      </section>
    );
  return (
    <section className="panel board" aria-label="Orders">
      {strip}
      <BoardTable
        rows={rows}
        rest={rest}
        hidden={hidden}
        selection={selection}
        sort={sort}
        onSort={onSort}
        onOpen={onOpen}
        onNearEnd={goOn}
        hand={hand}
        busy={query.isFetching}
      />
      <div className="undertable">
        <span className="num">
          {whole(rows.length)} of {whole(Math.max(total, rows.length))} items loaded
        </span>
        {isFetchNextPageError && !query.isFetching ? (
          <span className="bad">
            Failed to load orders{" "}
            <button type="button" className="btn btn-line btn-sm" onClick={() => void fetchNextPage()}>
              Try again
            </button>
          </span>
        ) : (
          <span className="keys" aria-hidden="true">
            In a row <kbd>J</kbd> <kbd>K</kbd> next, last <kbd>X</kbd> select <kbd>1</kbd>–<kbd>4</kbd> set the status{" "}
            <kbd>Ctrl Z</kbd> undo <kbd>?</kbd> all keys
          </span>
        )}
      </div>
    </section>
  );
}
