/**
 * Reloads a page that Back or Forward restores with its memory. It may show the data of another admin, because the
 * browser stores only whether an admin is signed in, not which one. Returns a function that stops this.
 */
export function reloadOnRestore(): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) window.location.reload();
  };
  window.addEventListener("pageshow", onShow);
  return () => window.removeEventListener("pageshow", onShow);
}
