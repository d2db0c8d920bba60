import { useEffect, useRef } from "react";

/** In milliseconds: what moves many times in a second is asked for once. */
const rest = 1000;

/** Calls `act` a rest after `due` came to be, or came to be another; not while it is undefined, null, 0 or "". */
export function useRested(due: string | number | null | undefined, act: () => unknown) {
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!due || waiting.current) return;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      void latest.current();
    }, rest);
  }, [due]);
  useEffect(
    () => () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
    },
    [],
  );
}
