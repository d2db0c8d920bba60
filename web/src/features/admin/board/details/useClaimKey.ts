import type { RefObject } from "react";
import { isCovered, isShortcut } from "@/shared/admin/shortcutKeys";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

/** C confirms the claim that is shown, while no field has the focus and no other dialog covers it. */
export function useClaimKey(button: RefObject<HTMLElement | null>, isOn: boolean, onPress: () => void) {
  useKeyDown((event) => {
    if (!isOn || event.key.toLowerCase() !== "c" || event.repeat || !isShortcut(event)) return;
    if (isCovered(button.current)) return;
    event.preventDefault();
    onPress();
  });
}
