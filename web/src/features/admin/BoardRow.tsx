import { memo } from "react";
import { useDispatch, useSelector } from "react-redux";
import type { OrderStatus } from "@/shared/api/types";
import { clock, dayMonth, grams, rupees } from "@/shared/format";
import { useNow } from "@/shared/portal/useNow";
import { StatusText } from "@/shared/ui/StatusText";
import { Thumb } from "@/shared/ui/Thumb";
import { age } from "./age";
import { placedAt } from "./boardArgs";
import type { BoardRow as Row } from "./boardRows";
import { useLateness } from "./late";
import { type MarksState, selectIsNew, selectMark } from "./marksSlice";
import { RowNote } from "./RowNote";
import { StatusSelect } from "./StatusSelect";
import { setStatus } from "./setStatus";

/** What a row offers besides its data. */
export function useRow(row: Row) {
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  const mark = useSelector((state: MarksState) => selectMark(state, row.id));
  const arrived = useSelector((state: MarksState) => selectIsNew(state, row.order.id));
  const name = `item ${row.place} of order ${row.order.id}`;
  return {
    mark,
    name,
    isNew: arrived && row.item.status === "ordered",
    saving: mark?.kind === "saving" ? mark.to : null,
    onSet: (status: OrderStatus) => void dispatch(setStatus(row, status)),
  };
}

export function Age({ at }: { at: string | null }) {
  return <>{age(at, useNow())}</>;
}

interface BoardRowProps {
  row: Row;
  /** Its place in the whole list, from 0. */
  at: number;
  /** Of a line of cards the first one is measured; rows have one height. */
  line: number | undefined;
  measure: (element: HTMLElement | null) => void;
  selected: boolean;
  onSelect: (id: number, selected: boolean) => void;
  onOpen: (orderId: number) => void;
}

/** One item of an order: drawn again only when its own data changes. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { row, at, line, measure, selected, onSelect, onOpen } = props;
  const { order, item, place, of } = row;
  const { mark, name, isNew, saving, onSet } = useRow(row);
  const late = useLateness(row);
  const looks = [selected && "sel", isNew && "isnew", mark?.kind === "changed" && "changed", late && "islate"];
  const look = looks.filter(Boolean).join(" ");
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
        <label className="pick-box">
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
        {isNew && <span className="mark-new">New</span>}
        <div className="sub">
          item {place} of {of}
        </div>
      </td>
      <td className="c-product">
        <div className="prodcell">
          <Thumb url={item.productImageUrl} size={44} />
          <div className="words">
            <div className="nm" title={item.productName}>
              {item.productName}
            </div>
            <div className="sub n">
              {grams(item.weight)}, qty {item.productQuantity}
            </div>
          </div>
        </div>
      </td>
      <td className="c-customer">
        <div className="who" title={order.customerName}>
          {order.customerName}
        </div>
        <div className="sub n">{order.customerPhone}</div>
      </td>
      <td className="c-age n">
        <div className="age">
          <Age at={placedAt(order)} />
        </div>
        {late ? (
          <div className="sub late">{late}</div>
        ) : (
          <div className="sub">
            {dayMonth(placedAt(order))}, {clock(placedAt(order))}
          </div>
        )}
      </td>
      <td className="c-amount n r amt">{rupees(item.totalAmount)}</td>
      <td className="c-status">
        <StatusSelect value={item.status} saving={saving} label={`Status of ${name}`} onPick={onSet} />
      </td>
      <td className="c-note">
        <RowNote mark={mark} name={name} onSet={onSet} />
        <StatusText text={order.statusText} />
      </td>
    </tr>
  );
});
