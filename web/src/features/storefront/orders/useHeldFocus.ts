import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Keeps the focus inside an item's row, whose buttons are removed after their action. The dialogs that the row opens
 * belong to it. The focus moves to the link of the row's heading.
 */
export function useHeldFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const isHeld = useRef(false);
  // React reports no blur for an element that it removes.
  useEffect(() => {
    if (isHeld.current && document.activeElement === document.body) heading.current?.querySelector("a")?.focus();
  });
  const holder = {
    onFocus: () => {
      isHeld.current = true;
    },
    // A button that is disabled during its action may lose the focus before it is removed.
    onBlur: ({ target }: FocusEvent) => {
      isHeld.current = target.matches(":disabled");
    },
  };
  return { heading, holder };
}
