import type { RefObject } from "react";
import { isTextInput } from "@/shared/admin/isTextInput";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

/** C confirms the claim that is shown, while no field has the focus and no other dialog covers it. */
export function useClaimKey(button: RefObject<HTMLElement | null>, isOn: boolean, onPress: () => void) {
  useKeyDown((event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.defaultPrevented;
    if (!isOn || !isPlain || event.key.toLowerCase() !== "c" || isTextInput(event.target)) return;
    const dialog = document.querySelector("[aria-modal=true]");
    if (dialog && !dialog.contains(button.current)) return;
    event.preventDefault();
    onPress();
  });
}
