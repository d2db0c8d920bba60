import { type Box, findFreePosition } from "./freePosition";

const controls =
  "button, input, select, textarea, summary, label, a.btn, .side-nav a, .bottombar, [role=option], [role=tab], .side-nav .gold";
const margin = 14;

/** Positions the toasts so that they do not cover controls or the gold rate, until the returned function is called. */
export function placeToasts(): () => void {
  const region = document.querySelector<HTMLElement>(".toasts");
  if (!region) return () => undefined;
  let frame = 0;
  const place = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => {
      const { width, height } = region.getBoundingClientRect();
      const area = areaOf();
      const { left, top } = findFreePosition({ area, size: { width, height }, taken: takenOf(region) });
      region.style.inset = `${top}px auto auto ${left}px`;
    });
  };
  place();
  const sized = new ResizeObserver(place);
  sized.observe(region);
  sized.observe(document.body);
  const changed = new MutationObserver(place);
  changed.observe(document.body, { childList: true, subtree: true });
  window.addEventListener("scroll", place, { capture: true, passive: true });
  window.addEventListener("resize", place);
  return () => {
    cancelAnimationFrame(frame);
    sized.disconnect();
    changed.disconnect();
    window.removeEventListener("scroll", place, { capture: true });
    window.removeEventListener("resize", place);
  };
}

const areaOf = (): Box => ({
  left: margin,
  top: margin,
  width: window.innerWidth - 2 * margin,
  height: window.innerHeight - 2 * margin,
});

/** The areas that must stay visible: the controls, or an open dialog and in it, above all, its title and controls. */
function takenOf(region: HTMLElement): Box[] {
  const dialog = document.querySelector(".modal.show .modal-content, .offcanvas.show");
  const parts = dialog ? [dialog, ...dialog.querySelectorAll(`h2, ${controls}`)] : document.querySelectorAll(controls);
  const taken: Box[] = [];
  for (const element of parts) {
    if (region.contains(element)) continue;
    const { left, top, width, height } = element.getBoundingClientRect();
    const isSeen = width > 0 && height > 0 && top < window.innerHeight && top + height > 0;
    if (isSeen) taken.push({ left, top, width, height });
  }
  return taken;
}
