import { useAppDispatch } from "@/app/hooks";
import { AskedItemDialog } from "@/features/admin/board/AskedItemDialog";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { setStatus } from "@/features/admin/board/status/setStatus";
import { useAskedRow } from "@/features/admin/board/useAskedRow";
import { isBeforePacking, type OrderStatus } from "@/shared/api/types";
import { HuidForm } from "./HuidForm";

interface HuidDialogProps {
  /** Packs the item, if the view does more than save its status. */
  onSet?: (row: BoardRow, to: OrderStatus) => void;
}

/**
 * The dialog that `AskForHuids` opens before an item is packed. It is beside the rows, since a colleague may change the
 * item while it is open.
 */
export function HuidDialog({ onSet }: HuidDialogProps) {
  const dispatch = useAppDispatch();
  const { row, close } = useAskedRow("huids");
  if (!row) return null;
  const { item } = row;
  const onSaved = () => {
    close();
    // A colleague may have packed or cancelled the item meanwhile.
    if (!isBeforePacking(item)) return;
    if (onSet) onSet(row, "packed");
    else void dispatch(setStatus(row, "packed"));
  };
  const facts = `Hallmark ${item.hallmark}, qty ${item.productQuantity}`;
  return (
    <AskedItemDialog title="HUID" row={row} facts={facts} onClose={close}>
      <HuidForm item={item} action="Save and pack" autoFocus onSaved={onSaved} />
    </AskedItemDialog>
  );
}
