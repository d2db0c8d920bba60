import { UserRoundCheck } from "lucide-react";
import { memo } from "react";
import { useSelector } from "react-redux";
import type { OrderStatus } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { StatusText } from "@/shared/ui/StatusText";
import { Thumb } from "@/shared/ui/Thumb";
import { Age } from "./BoardRow";
import { placedAt } from "./boardArgs";
import type { BoardRow } from "./boardRows";
import { type Dragged, takeUp } from "./DraggedCard";
import { useLateness } from "./late";
import { type MarksState, selectIsNew, selectMark } from "./marksSlice";
import { RowNote } from "./RowNote";
import { StatusSelect } from "./StatusSelect";

interface BoardCardProps {
  row: BoardRow;
  /** Its place in the column, from 0. */
  at: number;
  measure: (element: HTMLElement | null) => void;
  column: OrderStatus;
  isDragged: boolean;
  onDrag: (dragged: Dragged | null) => void;
  onMove: (row: BoardRow, to: OrderStatus) => void;
  onOpen: (orderId: number) => void;
}

/** One item as a card of a column. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { row, at, measure, column, isDragged, onDrag, onMove, onOpen } = props;
  const { order, item, place } = row;
  const mark = useSelector((state: MarksState) => selectMark(state, row.id));
  const arrived = useSelector((state: MarksState) => selectIsNew(state, order.id));
  const name = `item ${place} of order ${order.id}`;
  const saving = mark?.kind === "saving" ? mark.to : null;
  const isNew = arrived && item.status === "ordered";
  const gone = item.status !== column;
  const late = useLateness(row);
  const changed = mark?.kind === "changed" && "changed";
  const looks = [isNew && "isnew", changed, late && "islate", isDragged && "drag", gone && "gone"];

  return (
    <li
      ref={measure}
      data-index={at}
      data-at={at}
      data-row={row.id}
      tabIndex={-1}
      className={["kard", ...looks.filter(Boolean)].join(" ")}
      draggable={!saving}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        onDrag(takeUp(row, event));
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className="h">
        <button
          type="button"
          className="order-no"
          aria-label={`Details of order ${order.id}`}
          onClick={() => onOpen(order.id)}
        >
          {order.id}
        </button>
        {isNew && <span className="mark-new">New</span>}
        {gone && <StatusBadge status={item.status} />}
        <span className="age">
          <Age at={placedAt(order)} />
          {late && <span className="late">{late}</span>}
        </span>
      </div>
      <div className="prodcell">
        <Thumb url={item.productImageUrl} size={44} />
        <div className="words">
          <div className="nm" title={item.productName}>
            {item.productName}
          </div>
          <div className="muted micro">{order.customerName}</div>
          <StatusText text={order.statusText} />
        </div>
      </div>
      <div className="f">
        <span className="price">{rupees(item.totalAmount)}</span>
        {mark?.kind === "changed" && (
          <span className="note" title={`changed by ${mark.by}`}>
            <UserRoundCheck aria-hidden="true" />
            <span className="visually-hidden">changed by </span>
            {mark.by}
          </span>
        )}
        <StatusSelect
          compact
          value={item.status}
          saving={saving}
          label={`Move ${name}`}
          onPick={(to) => onMove(row, to)}
        />
      </div>
      {(mark?.kind === "failed" || mark?.kind === "refused") && (
        <RowNote mark={mark} name={name} onSet={(to) => onMove(row, to)} />
      )}
    </li>
  );
});
