import { type RefObject, useLayoutEffect } from "react";

/** In pixels: between the button and its menu, and between the menu and the edge of the window. */
const gap = 4;
const margin = 8;

/**
 * Shows an open menu beside its button and inside the window: below or, where more room is above, above. The element of
 * `menu` is a manual popover, which no ancestor that scrolls can cut off, and no bar can cover.
 */
export function useMenuPosition(button: RefObject<HTMLElement | null>, menu: RefObject<HTMLElement | null>) {
  // After each rendering, since what a menu contains may be loaded while it is open.
  useLayoutEffect(() => {
    const box = menu.current;
    if (!box) return;
    // Without popovers, as in a browser before 2024, the menu has the same position in the page's own order.
    if ("showPopover" in box && !box.matches(":popover-open")) box.showPopover();
    const place = () => {
      if (button.current) Object.assign(box.style, positionOf(box, button.current.getBoundingClientRect()));
    };
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  });
}

function positionOf({ offsetWidth: width, offsetHeight: height }: HTMLElement, { top, bottom, left, right }: DOMRect) {
  const below = window.innerHeight - margin - bottom;
  const isAbove = below < height + gap && top > below;
  // The right edges are in line or, near the left edge of the window, the left ones.
  const start = right - width < margin ? left : right - width;
  return {
    top: `${Math.round(isAbove ? top - gap - height : bottom + gap)}px`,
    left: `${Math.round(Math.max(margin, Math.min(start, window.innerWidth - margin - width)))}px`,
  };
}
