import { type ReactNode, useMemo } from "react";
import { type BoardRow, rowsInFilter } from "@/features/admin/board/boardRows";
import { PackingButtons } from "@/features/admin/board/packing/PackingButtons";
import { usePackingActions } from "@/features/admin/board/packing/usePackingActions";
import { sortNames } from "@/features/admin/board/sortNames";
import type { useBoardRows } from "@/features/admin/board/useBoardRows";
import { useFrozenRows } from "@/features/admin/board/useFrozenRows";
import { useSelection } from "@/shared/admin/list/useSelection";
import type { BoardArgs, BoardSort } from "@/shared/admin/orders/boardArgs";
import { type StatusCounts, totalOf } from "@/shared/admin/orders/boardCounts";
import { pluralize, wholeNumber } from "@/shared/format";
import { BoardTable } from "./BoardTable";
import { BoardToolbar, BulkStatusBar } from "./BoardToolbar";
import { useSelectAllKey } from "./useSelectAllKey";

interface BoardTablePanelProps {
  all: BoardRow[];
  args: BoardArgs;
  /** The hidden columns. */
  hidden: string[];
  counts: StatusCounts | undefined;
  query: ReturnType<typeof useBoardRows>["query"];
  /** Shown when no row is left. */
  empty: ReactNode;
  onSort: (sort: BoardSort) => void;
  onOpen: (orderId: number) => void;
}

/** The table with its toolbar and its footer. */
export function BoardTablePanel({ all, args, hidden, counts, query, empty, onSort, onOpen }: BoardTablePanelProps) {
  const filterKey = JSON.stringify(args);
  const selection = useSelection(filterKey);
  const fitting = useMemo(() => rowsInFilter(all, args, selection.ids), [all, args, selection.ids]);
  const { rows, waiting, interaction, release } = useFrozenRows<HTMLTableSectionElement>(all, fitting, filterKey);
  const selected = useMemo(() => rows.filter((row) => selection.ids.has(row.id)), [rows, selection.ids]);
  const packing = usePackingActions({ rows, selected, box: interaction.ref });
  useSelectAllKey(rows, selection);
  const total = counts && totalOf(counts, args.status);
  const { hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  const rest = hasNextPage ? Math.max(1, (total ?? 0) - fitting.length) : 0;
  const sort = args.sort ?? "newest";

  const strip =
    selected.length > 0 ? (
      <BulkStatusBar rows={selected} onSelect={selection.set}>
        <PackingButtons selected={selected} onPack={packing.pack} onPrint={packing.askWhatToPrint} />
      </BulkStatusBar>
    ) : (
      <BoardToolbar total={total} order={sortNames[sort].says} waiting={waiting} onShow={release} />
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
      {packing.dialogs}
      <BoardTable
        rows={rows}
        rest={rest}
        hidden={hidden}
        selection={selection}
        sort={sort}
        onSort={onSort}
        onOpen={onOpen}
        interaction={interaction}
        query={query}
      />
      <div className="undertable">
        <span className="num">
          {total !== undefined && `${wholeNumber(rows.length)} of `}
          {pluralize(Math.max(total ?? 0, rows.length), "item")} loaded
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
            <kbd>P</kbd> pack <kbd>L</kbd> slips <kbd>Ctrl Z</kbd> undo <kbd>?</kbd> all keys
          </span>
        )}
      </div>
    </section>
  );
}
