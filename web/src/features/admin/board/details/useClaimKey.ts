import { type RefObject, useEffect, useRef } from "react";
import { isTextInput } from "@/shared/admin/isTextInput";

/** C confirms the claim that is shown, while no field has the focus and no other dialog covers it. */
export function useClaimKey(button: RefObject<HTMLElement | null>, isOn: boolean, onPress: () => void) {
  const press = useRef(onPress);
  useEffect(() => {
    press.current = onPress;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.defaultPrevented;
      if (!isPlain || event.key.toLowerCase() !== "c" || isTextInput(event.target)) return;
      const dialog = document.querySelector("[aria-modal=true]");
      if (dialog && !dialog.contains(button.current)) return;
      event.preventDefault();
      press.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [button, isOn]);
}
