import { AskedItemDialog } from "@/features/admin/board/AskedItemDialog";
import { useAskedRow } from "@/features/admin/board/useAskedRow";
import { ShipmentForm } from "./ShipmentForm";

/** The dialog that `AskForCourier` opens. It is beside the rows, since its row may leave the list while it is open. */
export function CourierDialog() {
  const { row, close } = useAskedRow("courier");
  if (!row) return null;
  const { item, order } = row;
  return (
    <AskedItemDialog title="Courier" row={row} facts={`Qty ${item.productQuantity}`} onClose={close}>
      <ShipmentForm item={item} items={order.items} autoFocus onSaved={close} />
    </AskedItemDialog>
  );
}
