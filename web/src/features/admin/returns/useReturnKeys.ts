import { isCovered, isShortcut } from "@/shared/admin/shortcutKeys";
import { useKeyDown } from "@/shared/hooks/useKeyDown";

/** Y approves the shown return, D declines it, while no field has the focus. */
export function useDecisionKeys() {
  useKeyDown((event) => {
    const key = event.key.toLowerCase();
    if ((key !== "y" && key !== "d") || event.repeat || !isShortcut(event)) return;
    const button = document.querySelector<HTMLButtonElement>(`.return-decision [aria-keyshortcuts="${key}"]`);
    if (!button || button.disabled || isCovered(button)) return;
    event.preventDefault();
    button.click();
  });
}

/** J shows the next return, K the one above, wherever the focus is outside of fields and dialogs. */
export function useStepKeys(isOn: boolean, onStep: (step: 1 | -1) => void) {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if (!isOn || (key !== "j" && key !== "k") || !isShortcut(event) || isCovered()) return;
    event.preventDefault();
    onStep(key === "j" ? 1 : -1);
  };
  // Before the shortcuts that only move the focus.
  useKeyDown(onKeyDown, { isFirst: true });
}
