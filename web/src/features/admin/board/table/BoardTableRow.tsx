import { memo } from "react";
import { Age } from "@/features/admin/board/Age";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { useLateness } from "@/features/admin/board/lateness";
import { PanChip, PaymentCell } from "@/features/admin/board/PaymentCell";
import { RowMessageNote } from "@/features/admin/board/status/RowMessageNote";
import { StatusSelect } from "@/features/admin/board/status/StatusSelect";
import { useRowMessage } from "@/features/admin/board/status/useRowMessage";
import { CustomerLink } from "@/shared/admin/CustomerLink";
import { DeskCell } from "@/shared/admin/desk/DeskCell";
import { isLongAmount } from "@/shared/admin/longAmount";
import { placedAt } from "@/shared/admin/orders/boardArgs";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { dayMonth, grams, rupees, timeOfDay } from "@/shared/format";
import { sizeText } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { OrderStatusText } from "@/shared/ui/OrderStatusText";

interface BoardTableRowProps {
  row: BoardRow;
  /** Its index in the whole list. */
  at: number;
  /** Whether the row above is of the same order. The row then shows only the data of the item. */
  isFollowing: boolean;
  isFollowed: boolean;
  /** Set on the first card of a line, which is measured; table rows have a fixed height. */
  line: number | undefined;
  measure: (element: HTMLElement | null) => void;
  selected: boolean;
  onSelect: (id: number, selected: boolean) => void;
  onOpen: (orderId: number) => void;
}

/** One item of an order. Memoised: it renders again only when its own data changes. */
export const BoardTableRow = memo(function BoardRow(props: BoardTableRowProps) {
  const { row, at, isFollowing, isFollowed, line, measure, selected, onSelect, onOpen } = props;
  const { order, item, place, of } = row;
  const { message, name, isNew, saving, onSet } = useRowMessage(row);
  const late = useLateness(row);
  const amount = rupees(item.totalAmount);
  const classNames = [
    selected && "sel",
    isNew && "isnew",
    message?.kind === "changed" && "changed",
    late && "islate",
    item.status === "cancelled" && "gone",
    isFollowing && "following",
    isFollowed && "followed",
  ];
  const look = classNames.filter(Boolean).join(" ");
  return (
    <tr
      ref={line === undefined ? undefined : measure}
      data-index={line}
      data-at={at}
      data-row={row.id}
      tabIndex={-1}
      aria-rowindex={at + 2}
      className={look || undefined}
    >
      <td className="c-sel">
        <label className="row-pick">
          <input
            className="form-check-input"
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={(event) => onSelect(row.id, event.target.checked)}
          />
        </label>
      </td>
      <td className="c-order n">
        <button
          type="button"
          className="order-no"
          aria-label={`Details of order ${order.id}`}
          onClick={() => onOpen(order.id)}
        >
          {order.id}
        </button>
        {isFollowing ? (
          <span className="sub">
            , item {place} of {of}
          </span>
        ) : (
          <>
            {isNew && <span className="mark-new">New</span>}
            <PresentPeople kind="order" id={order.id} />
            <div className="sub">
              item {place} of {of}
            </div>
          </>
        )}
      </td>
      <td className="c-product">
        <div className="prodcell">
          <Thumbnail url={item.productImageUrl} size={44} />
          <div className="words">
            <div className="nm" title={item.productName}>
              {item.productName}
            </div>
            <div className="sub n">
              {grams(item.weight)}
              {item.size && `, ${sizeText(item.size)}`}, qty {item.productQuantity}
            </div>
          </div>
        </div>
      </td>
      <td className="c-customer">
        {!isFollowing && (
          <>
            <div className="who" title={order.customerName}>
              <CustomerLink id={order.customerId} name={order.customerName} className="who-link" />
            </div>
            <div className="sub n">{order.customerPhone}</div>
          </>
        )}
      </td>
      <td className="c-age n">
        {!isFollowing && (
          <div className="age">
            <Age at={placedAt(order)} />
          </div>
        )}
        {late && <div className="sub late">{late}</div>}
        {!late && !isFollowing && (
          <div className="sub">
            {dayMonth(placedAt(order))}, {timeOfDay(placedAt(order))}
          </div>
        )}
      </td>
      <td className={isLongAmount(amount) ? "c-amount n r amt long" : "c-amount n r amt"}>{amount}</td>
      <td className="c-payment n">{!isFollowing && <PaymentCell payment={order.payment} />}</td>
      <td className="c-status">
        <StatusSelect value={item.status} saving={saving} label={`Status of ${name}`} onPick={onSet} />
      </td>
      <td className="c-note">
        {!isFollowing && <DeskCell orderId={order.id} />}
        {!isFollowing && order.panMissing && !message && item.status !== "cancelled" && <PanChip />}
        <RowMessageNote row={row} message={message} name={name} onSet={onSet} />
        {!isFollowing && <OrderStatusText text={order.statusText} />}
      </td>
    </tr>
  );
});
