import { useEffect, useState } from "react";

/** Returns the input after a pause in typing, given in milliseconds. */
export function useDebounced(value: string, pause = 150): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
