import { type ReactNode, useCallback, useState } from "react";
import { useDispatch } from "react-redux";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { BoardColumn } from "./BoardColumn";
import type { BoardArgs } from "./boardArgs";
import { useBoardCounts } from "./boardCounts";
import type { BoardRow } from "./boardRows";
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
  const counts = useBoardCounts(args);
  const [dragged, setDragged] = useState<BoardRow | null>(null);
  // One's own move ends the hold of all columns: the card leaves the one and enters the other at once.
  const [moves, setMoves] = useState(0);
  const onMove = useCallback(
    async (row: BoardRow, to: OrderStatus) => {
      setDragged(null);
      await dispatch(setStatus(row, to));
      setMoves((count) => count + 1);
    },
    [dispatch],
  );

  return (
    <>
      <div className="filterbar">
        <span className="muted me-auto hint">
          <UndoOffer otherwise="Drag a card to another column, or open its menu to move it." />
        </span>
        {searchBox}
      </div>
      <div className="kan">
        {statuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            args={args}
            total={counts?.[status]}
            moves={moves}
            dragged={dragged}
            onDrag={setDragged}
            onMove={onMove}
            onOpen={onOpen}
          />
        ))}
      </div>
    </>
  );
}
