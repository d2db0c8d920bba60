import { useCallback, useEffect } from "react";
import { useDispatch, useSelector } from "react-redux";
import { useAskedRow } from "@/features/admin/board/useAskedRow";
import { courierDialogSet, type RowStatusState, selectCourierDialog } from "@/shared/admin/orders/rowStatusSlice";
import { ShipmentDialog } from "./ShipmentDialog";

/** The dialog that `AskForCourier` opens. It is beside the rows, since its row may leave the list while it is open. */
export function CourierDialog() {
  const dispatch = useDispatch();
  const row = useAskedRow(useSelector((state: RowStatusState) => selectCourierDialog(state)));
  const close = useCallback(() => dispatch(courierDialogSet(null)), [dispatch]);
  useEffect(() => () => void close(), [close]);
  return row && <ShipmentDialog row={row} onClose={close} />;
}
