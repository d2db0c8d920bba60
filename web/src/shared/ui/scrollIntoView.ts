/** A ref callback that scrolls an element into view when it appears. */
export function scrollIntoView(element: Element | null) {
  element?.scrollIntoView({ block: "nearest" });
}
