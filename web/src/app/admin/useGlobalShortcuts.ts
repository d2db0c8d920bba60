import { useCallback, useState } from "react";
import { isCovered, isShortcut } from "@/shared/admin/shortcutKeys";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

/** Shortcuts of every admin page: `?` opens and closes the list of shortcuts, `/` focuses the search. */
export function useGlobalShortcuts() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeyDown((event) => {
    if (!isShortcut(event)) return;
    if (event.key === "?") setHelpOpen((isOpen) => !isOpen);
    else if (event.key !== "/" || !focusSearch()) return;
    event.preventDefault();
  });
  const showHelp = useCallback(() => setHelpOpen(true), []);
  const closeHelp = useCallback(() => setHelpOpen(false), []);
  return { isHelpOpen, showHelp, closeHelp };
}

/** A modal dialog hides the list. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (!box || isCovered()) return false;
  box.focus();
  box.select();
  return true;
}
