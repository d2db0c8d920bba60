const NAMES = ["id", "href", "name", "aria-label"];

/** Selects an element, and those like it, by what its successor has too. */
function like(element: Element): string {
  const name = NAMES.find((each) => element.hasAttribute(each));
  const tag = element.localName;
  return name ? `${tag}[${name}="${CSS.escape(element.getAttribute(name) as string)}"]` : tag;
}

/**
 * Remember what has the focus in the page as it was served. The function that is returned gives it to what stands in
 * its place once the page has been drawn anew: whoever came by the keyboard goes on from where they were.
 */
export function followFocus(root: HTMLElement): () => void {
  let held: { selector: string; place: number } | undefined;
  const note = () => {
    const element = document.activeElement;
    if (!element || element === root || !root.contains(element)) return;
    const selector = like(element);
    held = { selector, place: Array.from(root.querySelectorAll(selector)).indexOf(element) };
  };
  const forget = () => {
    held = undefined;
  };
  note();
  root.addEventListener("focusin", note);
  root.addEventListener("pointerdown", forget);
  return () => {
    root.removeEventListener("focusin", note);
    root.removeEventListener("pointerdown", forget);
    if (held && !root.contains(document.activeElement)) {
      root.querySelectorAll<HTMLElement>(held.selector)[held.place]?.focus({ preventScroll: true });
    }
  };
}
