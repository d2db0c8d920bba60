import { useEffect, useRef } from "react";

let leaving: ReturnType<typeof setTimeout> | undefined;

const isAhead = () => Boolean((window.history.state as { ahead?: boolean } | null)?.ahead);

/**
 * While `dirty`, the browser's way back leads to `close` instead of off the page: an entry of the history with the same
 * address lies ahead of the page's own. What does not close is asked again the next time.
 */
export function useBackAsks(dirty: boolean, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!dirty) return;
    const goAhead = () => {
      clearTimeout(leaving);
      if (!isAhead()) window.history.pushState({ ...window.history.state, ahead: true }, "");
    };
    const onBack = () => {
      if (isAhead()) return;
      goAhead();
      latest.current();
    };
    goAhead();
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("popstate", onBack);
      // Not at once: who saves may go on to another page, and its entry takes the place of this one.
      leaving = setTimeout(() => isAhead() && window.history.back());
    };
  }, [dirty]);
}
