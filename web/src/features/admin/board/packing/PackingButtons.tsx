import { PackageCheck, Printer } from "lucide-react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { useMay } from "@/shared/admin/permissions";
import { isToPack } from "./pieces";

interface PackingButtonsProps {
  selected: BoardRow[];
  onPack: (rows: BoardRow[]) => void;
  onPrint: (rows: BoardRow[]) => void;
}

/** The buttons for the selected rows. */
export function PackingButtons({ selected, onPack, onPrint }: PackingButtonsProps) {
  const mayPack = useMay("change_order_status");
  return (
    <>
      {mayPack && selected.some(({ order }) => isToPack(order)) && (
        <button type="button" className="btn btn-sm" onClick={() => onPack(selected)}>
          <PackageCheck className="ico ico-16" aria-hidden="true" />
          Pack <kbd>P</kbd>
        </button>
      )}
      <button type="button" className="btn btn-sm" onClick={() => onPrint(selected)}>
        <Printer className="ico ico-16" aria-hidden="true" />
        Print slips <kbd>L</kbd>
      </button>
      <span className="vr" aria-hidden="true" />
    </>
  );
}
