import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { HuidDialog } from "@/features/admin/board/huids/HuidDialog";
import { setStatus } from "@/features/admin/board/status/setStatus";
import { UndoBar } from "@/features/admin/board/status/UndoBar";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import { useBoardSums } from "@/shared/admin/orders/boardCounts";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { BoardColumn } from "./BoardColumn";
import { type Dragged, DraggedCard } from "./DraggedCard";

interface BoardColumnsProps {
  args: BoardArgs;
  searchBox: ReactNode;
  /** Shown below the search, which does not move when it appears or disappears. */
  claimsFirst: ReactNode;
  onOpen: (orderId: number) => void;
}

/** The board as four columns. A card is moved by dragging or by its menu. */
export function BoardColumns({ args, searchBox, claimsFirst, onOpen }: BoardColumnsProps) {
  const dispatch = useAppDispatch();
  const sums = useBoardSums(args);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // The admin's own move unfreezes all columns, so that the card leaves one and enters the other at once.
  const [moves, setMoves] = useState(0);
  const moved = useRef<number>(undefined);
  const onMove = useCallback(
    async (row: BoardRow, to: OrderStatus) => {
      setDragged(null);
      moved.current = row.id;
      await dispatch(setStatus(row, to));
      setMoves((count) => count + 1);
    },
    [dispatch],
  );

  // Focus a dragged card at its new position, so that shortcuts continue there.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moves === 0 || (document.activeElement && document.activeElement !== document.body)) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${moved.current}"] [role=combobox]:not([disabled])`)?.focus();
  }, [moves]);

  return (
    <>
      <div className="filterbar">
        <span className="muted me-auto hint">
          <UndoBar otherwise="Drag a card to another column, or open its menu to move it." />
        </span>
        {searchBox}
      </div>
      {claimsFirst}
      <div className="kan" ref={box}>
        {statuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            args={args}
            total={sums?.counts[status]}
            amount={sums?.amounts?.[status]}
            moves={moves}
            dragged={dragged}
            onDrag={setDragged}
            onMove={onMove}
            onOpen={onOpen}
          />
        ))}
      </div>
      {dragged && <DraggedCard row={dragged.row} from={dragged.from} />}
      <HuidDialog onSet={onMove} />
    </>
  );
}
