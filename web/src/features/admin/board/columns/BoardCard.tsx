import { UserRoundCheck } from "lucide-react";
import { memo } from "react";
import { Age } from "@/features/admin/board/Age";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { useLateness } from "@/features/admin/board/lateness";
import { PanChip } from "@/features/admin/board/PaymentCell";
import { RowMessageNote } from "@/features/admin/board/status/RowMessageNote";
import { StatusSelect } from "@/features/admin/board/status/StatusSelect";
import { useRowMessage } from "@/features/admin/board/status/useRowMessage";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { DeskCell } from "@/shared/admin/desk/DeskCell";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { useMay } from "@/shared/admin/permissions";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import type { OrderStatus } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { OrderStatusText } from "@/shared/ui/OrderStatusText";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { type Dragged, startDrag } from "./DraggedCard";

/** The kinds of messages that ask the admin for an action, and stand on the card. */
const asking: ReadonlySet<string> = new Set(["failed", "refused", "unpaid", "noHuid"]);

interface BoardCardProps {
  row: BoardRow;
  /** Its index in the column. */
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
  const { order, item } = row;
  const { message, name, saving, isNew } = useRowMessage(row);
  const maySet = useMay("change_order_status");
  const isElsewhere = item.status !== column;
  const late = useLateness(row);
  const changed = message?.kind === "changed" && "changed";
  const classNames = [isNew && "isnew", changed, late && "islate", isDragged && "drag", isElsewhere && "gone"];

  return (
    <li
      ref={measure}
      data-index={at}
      data-at={at}
      data-row={row.id}
      tabIndex={-1}
      className={["kard", ...classNames.filter(Boolean)].join(" ")}
      draggable={!saving && maySet}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        onDrag(startDrag(row, event));
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
        <PresentPeople kind="order" id={order.id} />
        {isElsewhere && <StatusBadge status={item.status} />}
        {order.panMissing && item.status !== "cancelled" && <PanChip />}
        <span className="age">
          <Age at={placedAt(order)} />
        </span>
        {late && <span className="late">{late}</span>}
        <StatusSelect
          compact
          value={item.status}
          saving={saving}
          label={`Move ${name}`}
          onPick={(to) => onMove(row, to)}
        />
      </div>
      <div className="prodcell">
        <Thumbnail url={item.productImageUrl} size={44} />
        <div className="words">
          <div className="nm" title={item.productName}>
            {itemTitle(item)}
          </div>
          <div className="muted micro">
            <CustomerLink id={order.customerId} name={order.customerName} className="who-link" />
          </div>
          <OrderStatusText text={order.statusText} />
        </div>
      </div>
      <div className="f">
        <span className="price">{rupees(item.totalAmount)}</span>
        <PaymentChip payment={order.payment} />
        <DeskCell orderId={order.id} />
        {message?.kind === "changed" && (
          <span className="note" title={`changed by ${message.by}`}>
            <UserRoundCheck aria-hidden="true" />
            <span className="visually-hidden">changed by </span>
            {message.by}
          </span>
        )}
      </div>
      {message && asking.has(message.kind) && (
        <RowMessageNote row={row} message={message} name={name} onSet={(to) => onMove(row, to)} />
      )}
    </li>
  );
});
