/** A ref callback that focuses an element when it appears. */
export function focusElement(element: HTMLElement | null) {
  element?.focus();
}
