import { useEffect, useRef } from "react";
import type { Order } from "@/shared/api/types";
import { pluralize } from "@/shared/format";
import { Dialog } from "@/shared/ui/Dialog";
import type { PaperKind } from "./usePapers";

const choices: [PaperKind, string, string][] = [
  ["both", "Slips and labels", "for each parcel a slip on A5 and a label on A6"],
  ["slips", "Packing slips", "A5, one page for each parcel"],
  ["labels", "Address labels", "A6, one page for each parcel"],
];

interface PrintDialogProps {
  orders: Order[];
  onPrint: (kind: PaperKind) => void;
  onClose: () => void;
}

/** Asks which papers of the chosen orders to print. */
export function PrintDialog({ orders, onPrint, onClose }: PrintDialogProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <Dialog title={`Print for ${pluralize(orders.length, "order")}`} onClose={onClose}>
      <ul className="paper-choices">
        {choices.map(([kind, name, what], index) => (
          <li key={kind}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className="btn btn-line"
              onClick={() => onPrint(kind)}
            >
              <b>{name}</b>
              <span className="muted">{what}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
