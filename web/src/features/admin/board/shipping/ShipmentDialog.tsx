import type { BoardRow } from "@/features/admin/board/boardRows";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { Dialog } from "@/shared/ui/Dialog";
import { ShipmentForm } from "./ShipmentForm";

/** Asks for courier and tracking number of an item that was shipped. */
export function ShipmentDialog({ row, onClose }: { row: BoardRow; onClose: () => void }) {
  const { item, order } = row;
  return (
    <Dialog title={`Courier, order ${order.id}`} onClose={onClose}>
      <div className="return-piece">
        <Thumbnail url={item.productImageUrl} size={44} />
        <div>
          <b>{item.productName}</b>
          <span className="muted num d-block">Qty {item.productQuantity}</span>
        </div>
      </div>
      <ShipmentForm item={item} items={order.items} autoFocus onSaved={onClose} />
    </Dialog>
  );
}
