import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Keeps the focus inside a part of the page whose controls are removed after their action, here or in another window.
 * The dialogs that the part opens belong to it. The focus moves to what `findTarget` returns.
 */
export function useHeldFocus(findTarget: () => HTMLElement | null | undefined) {
  const isHeld = useRef(false);
  // React reports no blur for an element that it removes.
  useEffect(() => {
    if (isHeld.current && document.activeElement === document.body) findTarget()?.focus();
  });
  return {
    onFocus: () => {
      isHeld.current = true;
    },
    onBlur: ({ target }: FocusEvent) => {
      // The element keeps the focus while another window has it. A button that is disabled during its action may lose
      // the focus before it is removed.
      isHeld.current = target === document.activeElement || target.matches(":disabled");
    },
  };
}
