import { useDispatch } from "react-redux";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { itemAsked } from "@/shared/admin/orders/rowMessagesSlice";

/** Offers to enter courier and tracking number of an item that was just shipped. */
export function AskForCourier({ row: { id, order }, name }: { row: BoardRow; name: string }) {
  const dispatch = useDispatch();
  return (
    <button
      type="button"
      className="textlink"
      aria-label={`Enter courier of ${name}`}
      onClick={() => dispatch(itemAsked({ what: "courier", order, itemId: id }))}
    >
      Enter courier
    </button>
  );
}
