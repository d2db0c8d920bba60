import { useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { counted } from "@/shared/format";
import { statusWord } from "@/shared/ui/StatusBadge";
import type { BoardRow } from "./boardRows";
import { type LastDone, type MarksState, selectDone } from "./marksSlice";
import { type AllSet, outcomeWords, setAllTo } from "./setStatus";
import { UndoButton, UndoOffer } from "./UndoOffer";

interface BulkBarProps {
  rows: BoardRow[];
  onSelect: (ids: number[]) => void;
}

/** Takes the strip while rows are selected: one status for all of them. What was not saved stays selected. */
export function BulkBar({ rows, onSelect }: BulkBarProps) {
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  const [saving, setSaving] = useState<OrderStatus | null>(null);
  const [result, setResult] = useState<{ words: string; done: LastDone | null }>();
  const done = useSelector((state: MarksState) => selectDone(state));
  // What was taken back since, or followed by another click, is no result any more.
  const shown = result && (!result.done || result.done === done) ? result : undefined;

  const save = async (to: OrderStatus) => {
    setSaving(to);
    setResult(undefined);
    const outcomes: AllSet = await dispatch(setAllTo(rows, to));
    setSaving(null);
    setResult({ words: outcomeWords(outcomes, to), done: outcomes.done });
    onSelect([...outcomes.refused, ...outcomes.failed].map((row) => row.id));
  };

  return (
    <section className="board-strip bulk" aria-label="Selected items">
      <b>{counted(rows.length, "item")} selected</b>
      {shown && !saving ? (
        <span className="undo-offer">
          {shown.words}
          {shown.done && <UndoButton />}
        </span>
      ) : (
        <span className="soft">{saving ? `Setting to ${statusWord(saving)}` : "Set status to"}</span>
      )}
      <span className="stset">
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
      <span className="sp" />
      <button type="button" className="btn btn-sm bare" disabled={saving !== null} onClick={() => onSelect([])}>
        Clear selection <kbd>Esc</kbd>
      </button>
    </section>
  );
}

interface BoardStripProps {
  total: number;
  /** `newest first` */
  order: string;
  waiting: BoardRow[];
  onShow: () => void;
}

/** The strip at rest: how much there is, what may be taken back, and what waits while a hand is on the table. */
export function BoardStrip({ total, order, waiting, onShow }: BoardStripProps) {
  return (
    <div className="board-strip">
      <UndoOffer
        otherwise={
          <span className="num">
            {counted(total, "item")}, {order}
          </span>
        }
      />
      {waiting.length > 0 && (
        <>
          <span className="sp" />
          {waiting.some((row) => row.item.version === 1) && <span className="mark-new m-0">New</span>}
          <span className="num">{waitingWords(waiting)}</span>
          <button type="button" className="textlink" onClick={onShow}>
            Show now
          </button>
        </>
      )}
    </div>
  );
}

function waitingWords(waiting: BoardRow[]): string {
  const first = waiting[0];
  const orders = new Set(waiting.map((row) => row.order.id));
  if (first && orders.size === 1) return `Order ${first.order.id} from ${first.order.customerName}`;
  return `${counted(orders.size, "order")} to come in`;
}
