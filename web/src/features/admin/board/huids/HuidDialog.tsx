import { useId } from "react";
import { Modal } from "react-bootstrap";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { Thumbnail } from "@/shared/product/Thumbnail";
import { HuidForm } from "./HuidForm";

interface HuidDialogProps {
  row: BoardRow;
  onClose: () => void;
  /** The HUIDs are saved, so the item can be packed. */
  onPack: () => void;
}

/** Asks for the HUIDs of an item before it is packed. */
export function HuidDialog({ row, onClose, onPack }: HuidDialogProps) {
  const { item, order } = row;
  const titleId = useId();
  return (
    <Modal show onHide={onClose} className="huid-dialog" aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id={titleId}>
          HUID, order {order.id}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <div className="return-piece">
          <Thumbnail url={item.productImageUrl} size={44} />
          <div>
            <b>{item.productName}</b>
            <span className="muted num d-block">
              Hallmark {item.hallmark}, qty {item.productQuantity}
            </span>
          </div>
        </div>
        <HuidForm item={item} action="Save and pack" autoFocus onSaved={onPack} />
      </Modal.Body>
    </Modal>
  );
}
