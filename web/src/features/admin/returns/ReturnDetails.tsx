import { Modal } from "react-bootstrap";
import { ReturnFacts } from "./ReturnFacts";

interface ReturnDetailsProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
}

/** The dialog of one return, for windows without room for it beside the list. */
export function ReturnDetails({ id, onClose }: ReturnDetailsProps) {
  return (
    <Modal show={id !== null} onHide={onClose} className="order-sheet" scrollable aria-labelledby="return-title">
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id="return-title">
          Return R-{id}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body tabIndex={0}>{id !== null && <ReturnFacts key={id} id={id} />}</Modal.Body>
    </Modal>
  );
}
