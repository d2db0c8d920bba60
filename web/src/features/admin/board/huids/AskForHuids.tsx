import { CircleAlert } from "lucide-react";
import { useState } from "react";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { HuidDialog } from "./HuidDialog";

interface AskForHuidsProps {
  row: BoardRow;
  /** The accessible name of the row. */
  name: string;
  onPack: () => void;
}

/** The question before a hallmarked item is packed without the HUIDs of its pieces. */
export function AskForHuids({ row, name, onPack }: AskForHuidsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="note warn">
      <CircleAlert aria-hidden="true" />
      <span className="text">No HUID yet</span>
      <button type="button" className="textlink" aria-label={`Enter HUID of ${name}`} onClick={() => setOpen(true)}>
        Enter HUID
      </button>
      <button
        type="button"
        className="textlink"
        aria-label={`Set Packed all the same, ${name} without a HUID`}
        onClick={onPack}
      >
        Set Packed all the same
      </button>
      {isOpen && <HuidDialog row={row} onClose={() => setOpen(false)} onPack={onPack} />}
    </span>
  );
}
