import { X } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import Modal from "react-bootstrap/Modal";
import { useCloseOnBack } from "@/shared/hooks/useCloseOnBack";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "lg";
  /** Covers another dialog. */
  isOnTop?: boolean;
}

/** A dialog: centred on a wide page, at the bottom on a phone. It traps the focus and restores it. */
export function Dialog({ title, onClose, children, footer, size, isOnTop }: DialogProps) {
  const titleId = useId();
  useCloseOnBack(onClose);
  const sheet = useRef<HTMLDivElement>(null);
  useKeyDown((event) => {
    // Bootstrap returns a focus that leaves the dialog to the dialog itself, so that it would never reach the end.
    if (event.key !== "Tab" || !event.shiftKey || document.activeElement !== sheet.current?.closest(".modal")) return;
    event.preventDefault();
    lastControl(sheet.current)?.focus();
  });
  return (
    <Modal
      show
      onHide={onClose}
      centered
      aria-labelledby={titleId}
      className={isOnTop ? "sheet-modal on-top" : "sheet-modal"}
      backdropClassName={isOnTop ? "on-top" : undefined}
      size={size}
    >
      <div className="sheet" ref={sheet}>
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

const lastControl = (part: Element | null | undefined) =>
  [...(part?.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex]") ?? [])]
    .filter((element) => element.tabIndex >= 0 && !element.matches(":disabled"))
    .at(-1);
