import { useCallback, useEffect, useState } from "react";
import { isTyping } from "@/shared/portal/isTyping";

/** The keys that every page of the portal has: `?` shows all of them and closes that again, `/` goes to the search. */
export function usePortalKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
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

/** A dialog that is open takes the place of the list. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>("main input[type=search]");
  if (!box || document.querySelector("[aria-modal=true]")) return false;
  box.focus();
  box.select();
  return true;
}
