import { useState } from "react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { ShipmentDialog } from "./ShipmentDialog";

/** Offers to enter courier and tracking number of an item that was just shipped. */
export function AskForCourier({ row, name }: { row: BoardRow; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="textlink" aria-label={`Enter courier of ${name}`} onClick={() => setOpen(true)}>
        Enter courier
      </button>
      {isOpen && <ShipmentDialog row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
