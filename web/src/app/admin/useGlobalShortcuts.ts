import { useCallback, useEffect, useState } from "react";
import { isTextInput } from "@/shared/admin/isTextInput";

/** Shortcuts of every admin page: `?` opens and closes the list of shortcuts, `/` focuses the search. */
export function useGlobalShortcuts() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTextInput(event.target)) return;
      if (event.key === "?") setHelpOpen((isOpen) => !isOpen);
      else if (event.key !== "/" || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
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
