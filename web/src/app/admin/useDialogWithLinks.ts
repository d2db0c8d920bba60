import { useState } from "react";

/**
 * The state of a dialog with links. Following a link calls `leave`, which replaces the dialog by a new `key`: an
 * animated close would take the focus back from the page.
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
