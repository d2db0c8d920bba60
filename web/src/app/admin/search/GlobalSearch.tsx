import { Search } from "lucide-react";
import { useState } from "react";
import { Modal } from "react-bootstrap";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { GlobalSearchBox } from "./GlobalSearchBox";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** Searches orders, products, customers and pages from any admin page. */
export function GlobalSearch() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  // The dialog is replaced when a result is opened: closing slowly, it would take the focus back from the page.
  const [left, setLeft] = useState(0);
  const leave = () => {
    close();
    setLeft((count) => count + 1);
  };
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Do not open over a dialog, which may hold unsaved input.
    if (!document.querySelector("[aria-modal='true']")) setOpen(true);
  });
  return (
    <>
      <button type="button" className="find" aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
        <Search className="ico ico-16" aria-hidden="true" />
        <span className="word">Find an order, product or customer</span>
        <span className="keys" aria-hidden="true">
          <kbd>{isApple ? "⌘ K" : "Ctrl K"}</kbd>
        </span>
      </button>
      <Modal key={left} show={open} onHide={close} className="find-sheet" aria-label="Find">
        <GlobalSearchBox onLeave={leave} />
      </Modal>
    </>
  );
}
