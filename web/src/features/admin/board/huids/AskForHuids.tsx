import { CircleAlert } from "lucide-react";
import { useDispatch } from "react-redux";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { itemAsked } from "@/shared/admin/orders/rowMessagesSlice";

interface AskForHuidsProps {
  row: BoardRow;
  /** The accessible name of the row. */
  name: string;
  onPack: () => void;
}

/** The question before a hallmarked item is packed without the HUIDs of its pieces. */
export function AskForHuids({ row: { id, order }, name, onPack }: AskForHuidsProps) {
  const dispatch = useDispatch();
  return (
    <span className="note warn">
      <CircleAlert aria-hidden="true" />
      <span className="text">No HUID yet</span>
      <button
        type="button"
        className="textlink"
        aria-label={`Enter HUID of ${name}`}
        onClick={() => dispatch(itemAsked({ what: "huids", order, itemId: id }))}
      >
        Enter HUID
      </button>
      <button
        type="button"
        className="textlink wraps"
        aria-label={`Set Packed all the same, ${name} without a HUID`}
        onClick={onPack}
      >
        Set Packed all the same
      </button>
    </span>
  );
}
