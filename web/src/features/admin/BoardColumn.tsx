import { type DragEvent, useEffect, useMemo, useState } from "react";
import type { OrderStatus } from "@/shared/api/types";
import { rupees, whole } from "@/shared/format";
import { LoadError } from "@/shared/ui/Notice";
import { statusWord } from "@/shared/ui/StatusBadge";
import { BoardCard } from "./BoardCard";
import { useBoardOrdersInfiniteQuery } from "./boardApi";
import type { BoardArgs } from "./boardArgs";
import { type BoardRow, boardRows, inStatus } from "./boardRows";
import type { Dragged } from "./DraggedCard";
import { useRowKeys } from "./useRowKeys";
import { useSteadyRows } from "./useSteadyRows";
import { useWindowed } from "./useWindowed";

/** In pixels, where its note has one line. */
const cardHeight = 132;
/** How many cards before the last loaded one the next ones are asked for. */
const ahead = 10;

interface BoardColumnProps {
  status: OrderStatus;
  /** The board's filter, whose status this column has in its place. */
  args: BoardArgs;
  /** How many items there are in all, once that is known. */
  total: number | undefined;
  /** What they cost together, in rupees. */
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
  const query = useBoardOrdersInfiniteQuery(args);
  const pages = query.data?.pages;
  const loaded = useMemo(() => boardRows(pages?.flatMap((page) => page.orders) ?? []), [pages]);
  const wanted = useMemo(() => inStatus(loaded, status), [loaded, status]);
  const { rows, waiting, hand, letGo } = useSteadyRows<HTMLUListElement>(
    loaded,
    wanted,
    `${JSON.stringify(args)} ${moves}`,
  );
  const { over, drop } = useDrop(dragged?.row ?? null, status, onMove);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query;
  const keyOf = (at: number) => rows[at]?.id ?? at;
  const view = useWindowed({ count: rows.length, height: cardHeight, gap: 8, keyOf, box: hand.ref });
  const onKeyDown = useRowKeys({
    rows,
    box: hand.ref,
    show: view.scrollTo,
    onSet: onMove,
    onOpen,
  });
  const isNear = hasNextPage && view.last > rows.length - ahead;
  useEffect(() => {
    if (isNear && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isNear, isFetching, isFetchNextPageError, fetchNextPage]);

  return (
    <section className={`kcol${over ? " over" : ""}`} aria-label={statusWord(status)} {...drop}>
      <header>
        <span className={`dot dot-${status}`} />
        <h2>{statusWord(status)}</h2>
        <span className="num">{total === undefined ? undefined : whole(total)}</span>
        {amount !== undefined && (
          <span className="sum">
            <span className="visually-hidden">together </span>
            {rupees(amount)}
          </span>
        )}
        {waiting.length > 0 && (
          <button type="button" className="textlink more" onClick={letGo}>
            {waiting.length} more on top
          </button>
        )}
      </header>
      {!pages && query.isFetching && <ColumnSkeleton />}
      {!pages && query.isError && !query.isFetching && (
        <LoadError title="Failed to load orders" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {pages && rows.length === 0 && !query.hasNextPage && <p className="kmore mb-0">No orders found</p>}
      <ul
        className="kards"
        {...hand}
        onKeyDown={(event) => {
          onKeyDown(event);
          hand.onKeyDown();
        }}
      >
        {over && <li className="kard-place" aria-hidden="true" style={{ height: dragged?.from.height }} />}
        {view.pieces.map((piece) => {
          if ("room" in piece) return <li key={piece.key} aria-hidden="true" style={{ height: piece.room }} />;
          const row = rows[piece.line];
          return (
            row && (
              <BoardCard
                key={row.id}
                row={row}
                at={piece.line}
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

/** The platform's own drag and drop; a column takes cards of the other columns. */
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
    // Whoever lets go the moment that another element of the column is entered has moved no further over it.
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
