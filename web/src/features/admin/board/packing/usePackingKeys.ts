import { useEffect, useRef } from "react";
import { isTextInput } from "@/shared/admin/isTextInput";

interface PackingKeys {
  onPack: () => void;
  onSkip: () => void;
  onLeave: () => void;
}

/** Ctrl Enter packs, Ctrl → skips, Esc leaves the field or the page. A dialog that is open has its own keys. */
export function usePackingKeys(keys: PackingKeys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector("[aria-modal=true]")) return;
      const isControl = event.ctrlKey || event.metaKey;
      const field = isTextInput(event.target) ? (event.target as HTMLInputElement) : null;
      if (isControl && event.key === "Enter") latest.current.onPack();
      // In a field with text, Ctrl → moves the caret.
      else if (isControl && event.key === "ArrowRight" && !field?.value) latest.current.onSkip();
      else if (event.key === "Escape" && !isControl) {
        if (field) field.blur();
        else latest.current.onLeave();
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
