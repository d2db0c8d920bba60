import { Check } from "lucide-react";
import { useState } from "react";
import { boardRows } from "@/features/admin/board/boardRows";
import { HuidForm } from "@/features/admin/board/huids/HuidForm";
import { RowMessageNote } from "@/features/admin/board/status/RowMessageNote";
import { useRowMessage } from "@/features/admin/board/status/useRowMessage";
import type { Order } from "@/shared/api/types";
import { itemTitle } from "@/shared/product/sizeText";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Dialog } from "@/shared/ui/Dialog";
import { StatusBadge } from "@/shared/ui/StatusBadge";
import { PieceWeight } from "./PieceWeight";
import type { Piece } from "./pieces";
import type { WeightStore } from "./useWeights";

interface PieceRowProps {
  order: Order;
  piece: Piece;
  isCurrent: boolean;
  weights: WeightStore;
  onTick: () => void;
  onUntick: () => void;
  onScan: (text: string) => void;
}

/** A piece with what identifies it; ticked when it lies in the parcel. */
export function PieceRow({ order, piece, isCurrent, weights, onTick, onUntick, onScan }: PieceRowProps) {
  const { item, place, code, bin, ticked, isOpen, isDone } = piece;
  const isGone = item.status === "cancelled";
  const look = ["piece", isDone && "done", isCurrent && "now", isGone && "gone"].filter(Boolean).join(" ");
  const name = itemTitle(item);
  return (
    <li className={look} aria-current={isCurrent ? "step" : undefined}>
      <button
        type="button"
        className={`tick${isDone && !isGone ? " on" : ""}${isCurrent ? " now" : ""}`}
        aria-pressed={isDone}
        aria-label={`${isDone ? "Ticked" : "Tick"} piece ${place}, ${name}`}
        disabled={!isOpen}
        onClick={isDone ? onUntick : onTick}
      >
        {isDone && !isGone ? <Check className="ico ico-24" aria-hidden="true" /> : place}
      </button>
      <span className="ptile">
        <Thumbnail url={item.productImageUrl} size={112} />
      </span>
      <div className="pinfo">
        <h3>{name}</h3>
        <div className="sub n">
          {[code, item.hallmark, `qty ${isOpen ? `${ticked} of ` : ""}${item.productQuantity}`]
            .filter(Boolean)
            .join(", ")}
        </div>
        {bin ? (
          <div className="bin">
            <u>Bin</u>
            {bin}
          </div>
        ) : (
          <div className="sub">No bin</div>
        )}
      </div>
      <PieceWeight piece={piece} weights={weights} onScan={onScan} />
      <Huids piece={piece} />
      <PieceNote order={order} piece={piece} />
    </li>
  );
}

function Huids({ piece: { item, isOpen, isDone } }: { piece: Piece }) {
  const [isEditing, setEditing] = useState(false);
  const name = itemTitle(item);
  const missing = item.productQuantity - item.huids.length;
  return (
    <div className="wfield">
      <span className="wlabel">HUID</span>
      {!item.hallmark && <div className="sub">No hallmark</div>}
      {item.huids.map((huid) => (
        <div key={huid} className="big mono-b">
          {huid}
        </div>
      ))}
      {item.hallmark && missing > 0 && (
        <div className="sub">{isOpen && !isDone ? "scan it, or type it above" : "not entered"}</div>
      )}
      {item.hallmark && isOpen && (
        <button
          type="button"
          className="textlink"
          aria-label={`${item.huids.length > 0 ? "Correct" : "Enter"} the HUID of ${name}`}
          onClick={() => setEditing(true)}
        >
          {item.huids.length > 0 ? "Correct" : "Enter"}
        </button>
      )}
      {isEditing && (
        <Dialog title={`HUID of ${name}`} size="sm" onClose={() => setEditing(false)}>
          <HuidForm item={item} autoFocus onSaved={() => setEditing(false)} />
        </Dialog>
      )}
    </div>
  );
}

/** The result of the last change of this item: saved, refused because a colleague was faster, or failed. */
function PieceNote({ order, piece }: { order: Order; piece: Piece }) {
  const row = boardRows([order]).find(({ id }) => id === piece.item.itemId);
  return row ? <Note row={row} isOpen={piece.isOpen} /> : null;
}

function Note({ row, isOpen }: { row: ReturnType<typeof boardRows>[number]; isOpen: boolean }) {
  const { message, name, onSet } = useRowMessage(row);
  const isQuestion = message?.kind === "unpaid" || message?.kind === "noHuid";
  if (isOpen && (!message || isQuestion)) return null;
  return (
    <div className="pnote">
      {!isOpen && <StatusBadge status={row.item.status} />}
      {message && !isQuestion && <RowMessageNote row={row} message={message} name={name} onSet={onSet} />}
    </div>
  );
}
