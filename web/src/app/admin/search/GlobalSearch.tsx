import { Search } from "lucide-react";
import { Modal } from "react-bootstrap";
import { control } from "@/app/admin/shortcuts";
import { useDialogWithLinks } from "@/app/admin/useDialogWithLinks";
import { isCovered } from "@/shared/admin/shortcutKeys";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { GlobalSearchBox } from "./GlobalSearchBox";

/** Searches orders, products, customers and pages from any admin page. */
export function GlobalSearch() {
  const { key, isOpen, open, close, leave } = useDialogWithLinks();
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Do not open over a dialog, which may hold unsaved input.
    if (!isCovered()) open();
  });
  return (
    <>
      <button type="button" className="find" aria-keyshortcuts="Control+K Meta+K" onClick={open}>
        <Search className="ico ico-16" aria-hidden="true" />
        <span className="word">Find an order, product or customer</span>
        <span className="keys" aria-hidden="true">
          <kbd>{`${control} K`}</kbd>
        </span>
      </button>
      <Modal key={key} show={isOpen} onHide={close} className="find-sheet" aria-label="Find">
        <GlobalSearchBox onLeave={leave} />
      </Modal>
    </>
  );
}
