import { useCallback, useEffect } from "react";
import { useSelector } from "react-redux";
import { useAppDispatch } from "@/app/hooks";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { setStatus } from "@/features/admin/board/status/setStatus";
import { useAskedRow } from "@/features/admin/board/useAskedRow";
import { huidDialogSet, type RowStatusState, selectHuidDialog } from "@/shared/admin/orders/rowStatusSlice";
import { isBeforePacking, type OrderStatus } from "@/shared/api/types";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Dialog } from "@/shared/ui/Dialog";
import { HuidForm } from "./HuidForm";

interface HuidDialogProps {
  /** Packs the item, if the view does more than to save its status. */
  onSet?: (row: BoardRow, to: OrderStatus) => void;
}

/**
 * The dialog that `AskForHuids` opens before an item is packed. It is beside the rows, since a colleague may change the
 * item while it is open.
 */
export function HuidDialog({ onSet }: HuidDialogProps) {
  const dispatch = useAppDispatch();
  const row = useAskedRow(useSelector((state: RowStatusState) => selectHuidDialog(state)));
  const close = useCallback(() => dispatch(huidDialogSet(null)), [dispatch]);
  useEffect(() => () => void close(), [close]);
  if (!row) return null;
  const { item, order } = row;
  const onSaved = () => {
    close();
    // A colleague may have packed or cancelled the item meanwhile.
    if (!isBeforePacking(item)) return;
    if (onSet) onSet(row, "packed");
    else void dispatch(setStatus(row, "packed"));
  };
  return (
    <Dialog title={`HUID, order ${order.id}`} onClose={close}>
      <div className="return-piece">
        <Thumbnail url={item.productImageUrl} size={44} />
        <div>
          <b>{item.productName}</b>
          <span className="muted num d-block">
            Hallmark {item.hallmark}, qty {item.productQuantity}
          </span>
        </div>
      </div>
      <HuidForm item={item} action="Save and pack" autoFocus onSaved={onSaved} />
    </Dialog>
  );
}
