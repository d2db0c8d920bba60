import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { BoardColumn } from "./BoardColumn";
import type { BoardArgs } from "./boardArgs";
import { useBoardSums } from "./boardCounts";
import type { BoardRow } from "./boardRows";
import { type Dragged, DraggedCard } from "./DraggedCard";
import { setStatus } from "./setStatus";
import { UndoOffer } from "./UndoOffer";

interface BoardColumnsProps {
  args: BoardArgs;
  searchBox: ReactNode;
  onOpen: (orderId: number) => void;
}

/** The board as four columns; a card is moved by dragging it or from its menu. */
export function BoardColumns({ args, searchBox, onOpen }: BoardColumnsProps) {
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  const sums = useBoardSums(args);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  // One's own move ends the hold of all columns: the card leaves the one and enters the other at once.
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

  // A card that was dragged has the focus where it came to, for the keys to go on from there.
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moves === 0 || (document.activeElement && document.activeElement !== document.body)) return;
    box.current?.querySelector<HTMLElement>(`[data-row="${moved.current}"] [role=combobox]:not([disabled])`)?.focus();
  }, [moves]);

  return (
    <>
      <div className="filterbar">
        <span className="muted me-auto hint">
          <UndoOffer otherwise="Drag a card to another column, or open its menu to move it." />
        </span>
        {searchBox}
      </div>
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
    </>
  );
}
