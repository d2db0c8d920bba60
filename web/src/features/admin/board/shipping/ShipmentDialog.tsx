import { useId } from "react";
import { Modal } from "react-bootstrap";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { ShipmentForm } from "./ShipmentForm";

/** Asks for courier and tracking number of an item that was shipped. */
export function ShipmentDialog({ row, onClose }: { row: BoardRow; onClose: () => void }) {
  const { item, order } = row;
  const titleId = useId();
  return (
    <Modal show onHide={onClose} className="huid-dialog" aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id={titleId}>
          Courier, order {order.id}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <div className="return-piece">
          <Thumbnail url={item.productImageUrl} size={44} />
          <div>
            <b>{item.productName}</b>
            <span className="muted num d-block">Qty {item.productQuantity}</span>
          </div>
        </div>
        <ShipmentForm item={item} items={order.items} onSaved={onClose} />
      </Modal.Body>
    </Modal>
  );
}
