import { useEffect, useRef } from "react";

const isGuardEntry = () => Boolean((window.history.state as { ahead?: boolean } | null)?.ahead);

const pushGuardEntry = () => {
  if (!isGuardEntry()) window.history.pushState({ ...window.history.state, ahead: true }, "");
};

/**
 * While `dirty`, the browser's back button calls `close` instead of leaving the page. For this a history entry with the
 * same URL is added. `close` returns whether it closed; if not, the guard stays.
 *
 * `useBlocker` of react-router needs its data router. That is in the same file as the rest of the library, so it would
 * add 17 kB to the storefront's first load, too.
 *
 * After closing by other means the extra entry stays, at most one for each page: removing it by script could undo a
 * navigation that follows.
 */
export function useUnsavedGuard(dirty: boolean, close: () => boolean) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!dirty) return;
    const onBack = () => {
      if (!isGuardEntry() && !latest.current()) pushGuardEntry();
    };
    pushGuardEntry();
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, [dirty]);
}
