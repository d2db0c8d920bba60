/**
 * The `ref` of a bar at the bottom of the window. It tells the styles the bar's height, which depends on its texts, so
 * that the bar covers neither the page's end nor what has the focus.
 */
export function measuredBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const sized = new ResizeObserver(() => style.setProperty("--bar-height", `${bar.offsetHeight}px`));
  sized.observe(bar);
  return () => {
    sized.disconnect();
    style.removeProperty("--bar-height");
  };
}
