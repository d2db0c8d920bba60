import { type DragEvent, useMemo, useState } from "react";
import { type BoardRow, rowsInFilter } from "@/features/admin/board/boardRows";
import { usePackingActions } from "@/features/admin/board/packing/usePackingActions";
import { useBoardRows } from "@/features/admin/board/useBoardRows";
import { useFrozenRows } from "@/features/admin/board/useFrozenRows";
import { useNextPage } from "@/features/admin/board/useNextPage";
import { useRowShortcuts } from "@/features/admin/board/useRowShortcuts";
import { useVirtualRows } from "@/features/admin/board/useVirtualRows";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import type { OrderStatus } from "@/shared/api/types";
import { rupees, wholeNumber } from "@/shared/format";
import { LoadError } from "@/shared/ui/LoadError";
import { statusWord } from "@/shared/ui/StatusBadge";
import { BoardCard } from "./BoardCard";
import type { Dragged } from "./DraggedCard";

/** In pixels, with a note of one line. */
const cardHeight = 132;
/** The next page is fetched this many cards before the last loaded one. */
const prefetchRows = 10;

interface BoardColumnProps {
  status: OrderStatus;
  /** The board's filter; the column sets its status. */
  args: BoardArgs;
  /** The number of items; undefined until it is known. */
  total: number | undefined;
  /** The sum of their amounts in rupees. */
  amount: number | undefined;
  moves: number;
  dragged: Dragged | null;
  onDrag: (dragged: Dragged | null) => void;
  onMove: (row: BoardRow, to: OrderStatus) => void;
  onOpen: (orderId: number) => void;
}

export function BoardColumn(props: BoardColumnProps) {
  const { status, args: all, total, amount, moves, dragged, onDrag, onMove, onOpen } = props;
  const args = useMemo(() => ({ ...all, status }), [all, status]);
  const { query, rows: loaded, isLoaded, hasFailed } = useBoardRows(args);
  const fitting = useMemo(() => rowsInFilter(loaded, args), [loaded, args]);
  const { rows, waiting, interaction, release } = useFrozenRows<HTMLUListElement>(
    loaded,
    fitting,
    `${JSON.stringify(args)} ${moves}`,
  );
  const { over, drop } = useDrop(dragged?.row ?? null, status, onMove);
  const keyOf = (at: number) => rows[at]?.id ?? at;
  const view = useVirtualRows({ count: rows.length, height: cardHeight, gap: 8, keyOf, box: interaction.ref });
  const onKeyDown = useRowShortcuts({
    rows,
    box: interaction.ref,
    scrollTo: view.scrollTo,
    onSet: onMove,
    onOpen,
  });
  const packing = usePackingActions({ rows, box: interaction.ref });
  useNextPage(query, view.last > rows.length - prefetchRows);

  return (
    <section className={`kcol${over ? " over" : ""}`} aria-label={statusWord(status)} {...drop}>
      <header>
        <span className={`dot dot-${status}`} />
        <h2>{statusWord(status)}</h2>
        <span className="num">{total === undefined ? undefined : wholeNumber(total)}</span>
        {amount !== undefined && (
          <span className="sum">
            <span className="visually-hidden">together </span>
            {rupees(amount)}
          </span>
        )}
        {waiting.length > 0 && (
          <button type="button" className="textlink more" onClick={release}>
            {waiting.length} more on top
          </button>
        )}
      </header>
      {packing.dialogs}
      {!isLoaded && !hasFailed && query.isFetching && <ColumnSkeleton />}
      {hasFailed && <LoadError title="Failed to load orders" error={query.error} onRetry={query.refetch} />}
      {isLoaded && rows.length === 0 && !query.hasNextPage && <p className="kmore mb-0">No orders found</p>}
      <ul
        className="kards"
        {...interaction}
        onKeyDown={(event) => {
          onKeyDown(event);
          interaction.onKeyDown();
        }}
      >
        {over && <li className="kard-place" aria-hidden="true" style={{ height: dragged?.from.height }} />}
        {view.items.map((item) => {
          if ("spacer" in item) return <li key={item.key} aria-hidden="true" style={{ height: item.spacer }} />;
          const row = rows[item.line];
          return (
            row && (
              <BoardCard
                key={row.id}
                row={row}
                at={item.line}
                measure={view.measure}
                column={status}
                isDragged={dragged?.row.id === row.id}
                onDrag={onDrag}
                onMove={onMove}
                onOpen={onOpen}
              />
            )
          );
        })}
      </ul>
      {query.hasNextPage && (
        <button
          type="button"
          className="btn btn-ghost btn-sm kmore"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? "Loading" : `${Math.max(1, (total ?? 0) - rows.length)} more`}
        </button>
      )}
    </section>
  );
}

/** Native drag and drop; a column accepts cards of other columns. */
function useDrop(dragged: BoardRow | null, status: OrderStatus, onMove: BoardColumnProps["onMove"]) {
  const [inside, setInside] = useState(false);
  const takes = dragged !== null && dragged.item.status !== status;
  const onDragOver = (event: DragEvent) => {
    if (!takes) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    setInside(true);
  };
  const drop = {
    // Also on dragenter: a drop right after entering another element fires no dragover before it.
    onDragEnter: onDragOver,
    onDragOver,
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setInside(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setInside(false);
      if (takes) onMove(dragged, status);
    },
  };
  return { over: inside && takes, drop };
}

function ColumnSkeleton() {
  return (
    <div className="kards" aria-hidden="true">
      {[0, 1, 2].map((index) => (
        <div key={index} className="kard sk" />
      ))}
    </div>
  );
}
