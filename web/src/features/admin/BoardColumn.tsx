import { type DragEvent, useMemo, useState } from "react";
import type { OrderStatus } from "@/shared/api/types";
import { LoadError } from "@/shared/ui/Notice";
import { statusWord } from "@/shared/ui/StatusBadge";
import { BoardCard } from "./BoardCard";
import { useBoardOrdersInfiniteQuery } from "./boardApi";
import { type BoardRow, boardRows, inStatus } from "./boardRows";
import { useSteadyRows } from "./useSteadyRows";

interface BoardColumnProps {
  status: OrderStatus;
  search: string;
  from: string | undefined;
  moves: number;
  dragged: BoardRow | null;
  onDrag: (row: BoardRow | null) => void;
  onMove: (row: BoardRow, to: OrderStatus) => void;
  onOpen: (orderId: number) => void;
}

export function BoardColumn({ status, search, from, moves, dragged, onDrag, onMove, onOpen }: BoardColumnProps) {
  const args = useMemo(() => ({ status, search, ...(from ? { from } : {}) }), [status, search, from]);
  const query = useBoardOrdersInfiniteQuery(args);
  const pages = query.data?.pages;
  const all = useMemo(() => boardRows(pages?.flatMap((page) => page.orders) ?? []), [pages]);
  const wanted = useMemo(() => inStatus(all, status), [all, status]);
  const { rows, waiting, hand, letGo } = useSteadyRows<HTMLUListElement>(
    all,
    wanted,
    `${JSON.stringify(args)} ${moves}`,
  );
  const { over, drop } = useDrop(dragged, status, onMove);
  const total = pages?.[0]?.counts[status];

  return (
    <section className={`kcol${over ? " over" : ""}`} aria-label={statusWord(status)} {...drop}>
      <header>
        <span className={`dot dot-${status}`} />
        <h2>{statusWord(status)}</h2>
        <span className="num">{total}</span>
        {waiting.length > 0 && (
          <button type="button" className="textlink ms-auto" onClick={letGo}>
            {waiting.length} more on top
          </button>
        )}
      </header>
      {!pages && query.isFetching && <ColumnSkeleton />}
      {!pages && query.isError && !query.isFetching && (
        <LoadError title="Failed to load orders" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {pages && rows.length === 0 && !query.hasNextPage && <p className="kmore mb-0">No orders found</p>}
      <ul className="kards" {...hand}>
        {rows.map((row) => (
          <BoardCard
            key={row.id}
            row={row}
            column={status}
            isDragged={dragged?.id === row.id}
            onDrag={onDrag}
            onMove={onMove}
            onOpen={onOpen}
          />
        ))}
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
  const drop = {
    onDragOver: (event: DragEvent) => {
      if (!takes) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      setInside(true);
    },
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
