import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Calls `act` after `due` changes, at most once in `delay` milliseconds; not if `due` is undefined, null, 0 or "" when
 * that time is over. In a hidden tab the call waits until the tab is shown.
 */
export function useThrottledCall(due: string | number | null | undefined, act: () => unknown, delay = 1000) {
  const cancel = useRef<() => void>(undefined);
  const call = useEffectEvent(act);
  useEffect(() => {
    if (!due) return cancel.current?.();
    if (cancel.current) return;
    const run = () => {
      if (document.hidden) return;
      cancel.current?.();
      void call();
    };
    const timer = setTimeout(() => {
      document.addEventListener("visibilitychange", run);
      run();
    }, delay);
    cancel.current = () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", run);
      cancel.current = undefined;
    };
  }, [due, delay]);
  useEffect(() => () => cancel.current?.(), []);
}
