import { useEffect, useRef } from "react";

const isAhead = () => Boolean((window.history.state as { ahead?: boolean } | null)?.ahead);

const goAhead = () => {
  if (!isAhead()) window.history.pushState({ ...window.history.state, ahead: true }, "");
};

/**
 * While `dirty`, the browser's way back calls `close` instead of leaving the page: an entry of the history with the same
 * address lies ahead of the page's own. `close` tells whether it closed; if not, the next way back asks again.
 *
 * Who closes by other means stays on that entry, one for each page: to go back from here by script could take the place
 * of where they are going.
 */
export function useBackAsks(dirty: boolean, close: () => boolean) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!dirty) return;
    const onBack = () => {
      if (!isAhead() && !latest.current()) goAhead();
    };
    goAhead();
    window.addEventListener("popstate", onBack);
    return () => window.removeEventListener("popstate", onBack);
  }, [dirty]);
}
