const NAMES = ["id", "href", "name", "aria-label"];

/** Selects an element, and those like it, by what its successor has too. */
function like(element: Element): string {
  const name = NAMES.find((each) => element.hasAttribute(each));
  const tag = element.localName;
  return name ? `${tag}[${name}="${CSS.escape(element.getAttribute(name) as string)}"]` : tag;
}

/** Type into it, as React hears it. */
function type(field: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Remember what has the focus in the page as it was served, and what is typed into it. The function that is returned
 * gives both to what stands in its place once the page has been drawn anew: whoever came by the keyboard goes on from
 * where they were.
 */
export function followFocus(root: HTMLElement): () => void {
  let held: { element: Element; selector: string; place: number } | undefined;
  const note = () => {
    const element = document.activeElement;
    if (!element || element === root || !root.contains(element)) return;
    const selector = like(element);
    held = { element, selector, place: Array.from(root.querySelectorAll(selector)).indexOf(element) };
  };
  const forget = ({ target }: Event) => {
    if (held?.element !== target) held = undefined;
  };
  note();
  root.addEventListener("focusin", note);
  root.addEventListener("pointerdown", forget);
  return () => {
    root.removeEventListener("focusin", note);
    root.removeEventListener("pointerdown", forget);
    if (!held || root.contains(document.activeElement)) return;
    const { element: before } = held;
    const now = root.querySelectorAll<HTMLElement>(held.selector)[held.place];
    now?.focus({ preventScroll: true });
    if (before instanceof HTMLInputElement && now instanceof HTMLInputElement && before.value) type(now, before.value);
  };
}
