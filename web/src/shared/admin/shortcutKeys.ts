import { isTextInput } from "./isTextInput";

/** Whether a key may be a shortcut: it has no modifier, nothing else has used it, and no field has the focus. */
export const isShortcut = (event: KeyboardEvent) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTextInput(event.target));

/** Whether a dialog is open that does not contain the element. */
export const isCovered = (element?: Element | null) =>
  [...document.querySelectorAll("[aria-modal=true]")].some((dialog) => !element || !dialog.contains(element));
