import { type ReactNode, useState } from "react";
import { useSelector } from "react-redux";
import { useAppDispatch } from "@/app/hooks";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { type BulkOutcomes, outcomeText, setStatusOfAll } from "@/features/admin/board/status/setStatus";
import { UndoBar, UndoButton } from "@/features/admin/board/status/UndoBar";
import { AssignMenu } from "@/shared/admin/desk/AssignMenu";
import { assignOrder } from "@/shared/admin/desk/deskApi";
import { type LastAction, type RowMessagesState, selectLastAction } from "@/shared/admin/orders/rowMessagesSlice";
import { useMay } from "@/shared/admin/permissions";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { pluralize } from "@/shared/format";
import { statusWord } from "@/shared/ui/StatusBadge";

interface BulkStatusBarProps {
  rows: BoardRow[];
  /** Buttons for the selected orders. */
  children?: ReactNode;
  onSelect: (ids: number[]) => void;
}

/** Replaces the toolbar while rows are selected: sets one status for all. Rows that do not have it stay selected. */
export function BulkStatusBar({ rows, children, onSelect }: BulkStatusBarProps) {
  const dispatch = useAppDispatch();
  const [saving, setSaving] = useState<OrderStatus | null>(null);
  const maySet = useMay("change_order_status");
  const [result, setResult] = useState<{ words: string; done: LastAction | null }>();
  const done = useSelector((state: RowMessagesState) => selectLastAction(state));
  // Hide the result after an undo or another change.
  const shown = result && (!result.done || result.done.count === done?.count) ? result : undefined;

  const orders = new Set(rows.map((row) => row.order.id));
  const assignAll = async (adminId: number | null) => {
    for (const id of orders) await dispatch(assignOrder(id, adminId));
  };
  const save = async (to: OrderStatus) => {
    setSaving(to);
    setResult(undefined);
    const outcomes: BulkOutcomes = await dispatch(setStatusOfAll(rows, to));
    setSaving(null);
    setResult({ words: outcomeText(outcomes, to), done: outcomes.done });
    const { refused, failed, unpaid, noHuid } = outcomes;
    onSelect([...refused, ...failed, ...unpaid, ...noHuid].map((row) => row.id));
  };

  return (
    <section className="board-strip bulk" aria-label="Selected items">
      <b>{pluralize(rows.length, "item")} selected</b>
      {children}
      {shown && !saving ? (
        <span className="undo-offer">
          <span className="words" title={shown.words}>
            {shown.words}
          </span>
          {shown.done && <UndoButton />}
        </span>
      ) : (
        <span className="soft">
          {saving ? `Setting to ${statusWord(saving)}` : maySet ? "Set status" : "Statuses stay with orders"}
        </span>
      )}
      <span className="stset" hidden={!maySet}>
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            className="btn btn-sm"
            disabled={saving !== null}
            onClick={() => void save(status)}
          >
            {saving === status ? <span className="spin" /> : <span className={`i i-${status}`} />}
            {statusWord(status)}
          </button>
        ))}
      </span>
      <AssignMenu what={pluralize(orders.size, "order")} look="word" onPick={(id) => void assignAll(id)} />
      <button type="button" className="btn btn-sm bare" disabled={saving !== null} onClick={() => onSelect([])}>
        Clear<span className="visually-hidden"> selection</span> <kbd>Esc</kbd>
      </button>
    </section>
  );
}

interface BoardToolbarProps {
  /** Undefined if it is not known. */
  total: number | undefined;
  /** `newest first` */
  order: string;
  waiting: BoardRow[];
  onShow: () => void;
}

/** The toolbar: number of items, undo, and rows that are held back during an interaction. */
export function BoardToolbar({ total, order, waiting, onShow }: BoardToolbarProps) {
  return (
    <div className="board-strip">
      <UndoBar
        otherwise={
          <span className="num">
            {total === undefined ? "Items" : pluralize(total, "item")}, {order}
          </span>
        }
      />
      {waiting.length > 0 && (
        <>
          <span className="sp" />
          {waiting.some((row) => row.item.version === 1) && <span className="mark-new m-0">New</span>}
          <span className="num">{waitingText(waiting)}</span>
          <button type="button" className="textlink" onClick={onShow}>
            Show now
          </button>
        </>
      )}
    </div>
  );
}

function waitingText(waiting: BoardRow[]): string {
  const first = waiting[0];
  const orders = new Set(waiting.map((row) => row.order.id));
  if (first && orders.size === 1) return `Order ${first.order.id} from ${first.order.customerName}`;
  return `${pluralize(orders.size, "order")} to come in`;
}
