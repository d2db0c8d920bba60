import { useEffect, useRef } from "react";

type Close = () => Promise<boolean>;

const guards = new Set<Close>();

/** Asks about unsaved changes before code leaves the page or replaces them. Returns whether it may. */
export async function confirmLeave(): Promise<boolean> {
  for (const close of guards) if (!(await close())) return false;
  return true;
}

const isGuardEntry = () => Boolean((window.history.state as { ahead?: boolean } | null)?.ahead);

const pushGuardEntry = () => {
  if (!isGuardEntry()) window.history.pushState({ ...window.history.state, ahead: true }, "");
};

/**
 * While `dirty`, links of the portal, `confirmLeave` and the browser's back button call `close`, and the browser asks
 * before it loads another page. `close` returns whether it closed; if not, the page stays. For the back button it adds
 * a history entry with the same URL. `useBlocker` of react-router needs its data router, which is in the same file as
 * the rest of the library. It would add 17 kB to the first load of the storefront, too. If the form is closed in
 * another way, the extra entry stays, at most one for each page: removing it by script could undo a navigation that
 * follows.
 */
export function useUnsavedGuard(dirty: boolean, close: Close) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!dirty) return;
    const guard = () => latest.current();
    let isLeaving = false;
    const onBack = async () => {
      if (!isGuardEntry() && !(await guard())) pushGuardEntry();
    };
    const onClick = async (event: MouseEvent) => {
      const link = linkToLeave(event);
      if (!link || isLeaving) return;
      event.preventDefault();
      event.stopPropagation();
      isLeaving = await guard();
      // If closing removed the form, its listener is gone too, and the second click follows the link normally.
      if (isLeaving) link.click();
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    pushGuardEntry();
    guards.add(guard);
    window.addEventListener("popstate", onBack);
    window.addEventListener("beforeunload", onUnload);
    // Before the handler of the link itself.
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      guards.delete(guard);
      window.removeEventListener("popstate", onBack);
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [dirty]);
}

/** The link to another address of the portal that a click follows in this tab. Other links load a page. */
function linkToLeave({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) {
  const link = (target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || link.target || link.download || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null;
  const { origin, pathname, search } = window.location;
  if (link.origin !== origin || !link.pathname.startsWith("/admin")) return null;
  return link.pathname !== pathname || link.search !== search ? link : null;
}
