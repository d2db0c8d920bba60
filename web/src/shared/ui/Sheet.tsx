import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import Modal from "react-bootstrap/Modal";
import { useBackCloses } from "./useBackCloses";

interface SheetProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "lg";
}

/** A dialog: in the middle of a wide page, a sheet from below on a phone. It keeps focus and gives it back. */
export function Sheet({ title, onClose, children, footer, size }: SheetProps) {
  const titleId = useId();
  useBackCloses(onClose);
  return (
    <Modal show onHide={onClose} centered aria-labelledby={titleId} className="sheet-modal" size={size}>
      <div className="sheet">
        <div className="sheet-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="btn btn-icon" aria-label="Close" onClick={onClose}>
            <X className="ico ico-24" aria-hidden="true" />
          </button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section className="body" tabIndex={0} aria-label={`${title}: contents`}>
          {children}
        </section>
        {footer && <div className="sheet-foot">{footer}</div>}
      </div>
    </Modal>
  );
}
