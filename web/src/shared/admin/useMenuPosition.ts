import { type RefObject, useLayoutEffect } from "react";
import { scrollIntoView } from "@/shared/ui/scrollIntoView";

/** In pixels: between the button and its menu, and between the menu and the edge of the window. */
const gap = 4;
const margin = 8;

/**
 * Shows an open menu beside its button and inside the window: below or, where more room is above, above. Where
 * neither has enough, the menu scrolls. The element of `menu` is a manual popover, which no ancestor that scrolls can cut
 * off, and no bar can cover.
 */
export function useMenuPosition(button: RefObject<HTMLElement | null>, menu: RefObject<HTMLElement | null>) {
  // After each rendering, since what a menu contains may be loaded while it is open.
  useLayoutEffect(() => {
    const box = menu.current;
    if (!box) return;
    // Without popovers, as in a browser before 2024, the menu has the same position in the page's own order.
    if ("showPopover" in box && !box.matches(":popover-open")) box.showPopover();
    const place = () => {
      if (!button.current) return;
      const beside = button.current.getBoundingClientRect();
      // It limits the height, so set it before the height is read.
      box.style.setProperty("--room", `${Math.max(roomBelow(beside), roomAbove(beside))}px`);
      Object.assign(box.style, positionOf(box, beside));
    };
    place();
    scrollIntoView(box.querySelector(".at"));
    // What is added or removed above moves the button, and its component does not render.
    const moved = new MutationObserver(place);
    moved.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    return () => {
      moved.disconnect();
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
    };
  });
}

const roomBelow = ({ bottom }: DOMRect) => Math.floor(window.innerHeight - margin - bottom - gap);

const roomAbove = ({ top }: DOMRect) => Math.floor(top - margin - gap);

function positionOf({ offsetWidth: width, offsetHeight: height }: HTMLElement, beside: DOMRect) {
  const { top, bottom, left, right } = beside;
  const isAbove = roomBelow(beside) < height && roomAbove(beside) > roomBelow(beside);
  // The right edges are in line or, near the left edge of the window, the left ones.
  const start = right - width < margin ? left : right - width;
  return {
    top: `${Math.round(isAbove ? top - gap - height : bottom + gap)}px`,
    left: `${Math.round(Math.max(margin, Math.min(start, window.innerWidth - margin - width)))}px`,
  };
}
