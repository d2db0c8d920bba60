import { useSelector } from "react-redux";
import { useAppDispatch } from "@/app/hooks";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { setStatus } from "@/features/admin/board/status/setStatus";
import { type RowMessagesState, selectIsNew, selectRowMessage } from "@/shared/admin/orders/rowMessagesSlice";
import type { OrderStatus } from "@/shared/api/types";

/** The message at a row, whether it is new or being saved, and the action that sets its status. */
export function useRowMessage(row: BoardRow) {
  const dispatch = useAppDispatch();
  const message = useSelector((state: RowMessagesState) => selectRowMessage(state, row.id));
  const arrived = useSelector((state: RowMessagesState) => selectIsNew(state, row.order.id));
  const name = `item ${row.place} of order ${row.order.id}`;
  return {
    message,
    name,
    isNew: arrived && row.item.status === "ordered",
    saving: message?.kind === "saving" ? message.to : null,
    onSet: (status: OrderStatus) => void dispatch(setStatus(row, status)),
  };
}
