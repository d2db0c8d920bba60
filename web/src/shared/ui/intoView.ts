/** A ref for what appears and is to be read: it is scrolled to where the window, or the dialog, does not show it. */
export function intoView(element: Element | null) {
  element?.scrollIntoView({ block: "nearest" });
}
