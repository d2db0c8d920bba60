import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Modal } from "react-bootstrap";
import { FinderBox } from "./FinderBox";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Goes to an order, a product, a customer or a page from anywhere in the portal. */
export function Finder() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      // A dialog that is open may hold what nobody has saved.
      if (!document.querySelector("[aria-modal='true']")) setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button type="button" className="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        <Search className="ico ico-16" aria-hidden="true" />
        <span className="word">Find an order, product or customer</span>
        <span className="keys" aria-hidden="true">
          <kbd>{isApple ? "⌘ K" : "Ctrl K"}</kbd>
        </span>
      </button>
      <Modal show={open} onHide={close} className="find-sheet" aria-label="Find">
        <FinderBox onLeave={close} />
      </Modal>
    </>
  );
}
