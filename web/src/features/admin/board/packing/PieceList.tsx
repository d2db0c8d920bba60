import { ScanLine } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Order } from "@/shared/api/types";
import { PieceRow } from "./PieceRow";
import type { Piece } from "./pieces";
import type { TickStore } from "./useTicks";
import type { WeightStore } from "./useWeights";

interface PieceListProps {
  order: Order;
  pieces: Piece[];
  current: Piece | undefined;
  ticks: TickStore;
  weights: WeightStore;
  onScan: (text: string) => void;
}

/** The pieces of the order, and a field to type a code that cannot be scanned. */
export function PieceList({ order, pieces, current, ticks, weights, onScan }: PieceListProps) {
  const open = pieces.filter(({ isOpen }) => isOpen);
  const done = open.filter(({ isDone }) => isDone).length;
  return (
    <section className="panel" aria-label="Pieces">
      <div className="panel-h">
        <h2>Pieces</h2>
        <span className="ph-sub num" role="status">
          {open.length > 0 ? `${done} of ${open.length} done` : "nothing left to pack"}
        </span>
        <span className="sp" />
        <ScanField onScan={onScan} />
      </div>
      <ol className="pieces">
        {pieces.map((piece) => (
          <PieceRow
            key={piece.item.itemId}
            order={order}
            piece={piece}
            isCurrent={piece === current}
            weights={weights}
            onTick={() => ticks.tick(piece.item.itemId)}
            onUntick={() => ticks.untick(piece.item.itemId)}
            onScan={onScan}
          />
        ))}
      </ol>
    </section>
  );
}

function ScanField({ onScan }: { onScan: (text: string) => void }) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onScan(text);
    setText("");
  };
  return (
    <form className="scan-field" onSubmit={submit}>
      <ScanLine className="ico ico-16" aria-hidden="true" />
      <input
        type="search"
        className="form-control"
        aria-label="Code or HUID"
        placeholder="Scan, or type and Enter"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <kbd>/</kbd>
    </form>
  );
}
