import { useSelector } from "react-redux";
import { useAppDispatch } from "@/app/hooks";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { setStatus } from "@/features/admin/board/status/setStatus";
import { type RowStatusState, selectIsNew, selectRowStatus } from "@/shared/admin/orders/rowStatusSlice";
import type { OrderStatus } from "@/shared/api/types";

/** The status of a row and the action that sets it. */
export function useRowStatus(row: BoardRow) {
  const dispatch = useAppDispatch();
  const mark = useSelector((state: RowStatusState) => selectRowStatus(state, row.id));
  const arrived = useSelector((state: RowStatusState) => selectIsNew(state, row.order.id));
  const name = `item ${row.place} of order ${row.order.id}`;
  return {
    mark,
    name,
    isNew: arrived && row.item.status === "ordered",
    saving: mark?.kind === "saving" ? mark.to : null,
    onSet: (status: OrderStatus) => void dispatch(setStatus(row, status)),
  };
}
