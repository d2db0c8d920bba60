import { useState } from "react";

/**
 * The state of a dialog with links. Whoever follows one calls `leave`, and the dialog is replaced by its `key`: closing
 * slowly, it would take the focus back from the page.
 */
export function useDialogWithLinks() {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState(0);
  const leave = () => {
    setOpen(false);
    setKey((count) => count + 1);
  };
  return { key, isOpen, open: () => setOpen(true), close: () => setOpen(false), leave };
}
