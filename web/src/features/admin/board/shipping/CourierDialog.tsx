import { useCallback, useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { boardRows } from "@/features/admin/board/boardRows";
import { useBoardOrderQuery } from "@/shared/admin/orders/boardApi";
import { courierDialogSet, type RowStatusState, selectCourierDialog } from "@/shared/admin/orders/rowStatusSlice";
import { ShipmentDialog } from "./ShipmentDialog";

/** The dialog that `AskForCourier` opens. It is beside the rows, since its row may leave the list while it is open. */
export function CourierDialog() {
  const dispatch = useDispatch();
  const asked = useSelector((state: RowStatusState) => selectCourierDialog(state));
  const { currentData } = useBoardOrderQuery(asked?.order.id ?? 0, { skip: !asked });
  const close = useCallback(() => dispatch(courierDialogSet(null)), [dispatch]);
  useEffect(() => () => void close(), [close]);
  const row = asked && boardRows([currentData ?? asked.order]).find(({ id }) => id === asked.itemId);
  return row && <ShipmentDialog row={row} onClose={close} />;
}
