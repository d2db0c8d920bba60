const NAMES = ["id", "href", "name", "aria-label"];

/** Returns a selector that also matches the element's counterpart in the rendered page. */
function selectorFor(element: Element): string {
  const name = NAMES.find((each) => element.hasAttribute(each));
  const tag = element.localName;
  return name ? `${tag}[${name}="${CSS.escape(element.getAttribute(name) as string)}"]` : tag;
}

/** Set the value so that React sees the change. */
function typeText(field: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Record the focused element of the served page and its input. The returned function restores both in the rendered
 * page.
 */
export function trackFocus(root: HTMLElement): () => void {
  let held: { element: Element; selector: string; place: number } | undefined;
  const note = () => {
    const element = document.activeElement;
    if (!element || element === root || !root.contains(element)) return;
    const selector = selectorFor(element);
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
    if (before instanceof HTMLInputElement && now instanceof HTMLInputElement && before.value)
      typeText(now, before.value);
  };
}
