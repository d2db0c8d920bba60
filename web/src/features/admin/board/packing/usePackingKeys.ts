import { isTextInput } from "@/shared/admin/isTextInput";
import { isCovered } from "@/shared/admin/shortcutKeys";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

interface PackingKeys {
  onPack: () => void;
  onSkip: () => void;
  onLeave: () => void;
}

/** Ctrl Enter packs, Ctrl → skips, Esc leaves the field or the page. A dialog that is open has its own keys. */
export function usePackingKeys({ onPack, onSkip, onLeave }: PackingKeys) {
  useKeyDown((event) => {
    if (event.defaultPrevented || event.altKey || isCovered()) return;
    const isControl = event.ctrlKey || event.metaKey;
    const field = isTextInput(event.target) ? (event.target as HTMLInputElement) : null;
    if (isControl && event.key === "Enter") onPack();
    // In a field with text, Ctrl → moves the caret.
    else if (isControl && event.key === "ArrowRight" && !field?.value) onSkip();
    else if (event.key === "Escape" && !isControl) {
      if (field) field.blur();
      else onLeave();
    } else return;
    event.preventDefault();
  });
}
