import { useCallback, useState } from "react";
import { isTextInput } from "@/shared/admin/isTextInput";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

/** Shortcuts of every admin page: `?` opens and closes the list of shortcuts, `/` focuses the search. */
export function useGlobalShortcuts() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTextInput(event.target)) return;
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
  if (!box || document.querySelector("[aria-modal=true]")) return false;
  box.focus();
  box.select();
  return true;
}
