import { useCallback, useSyncExternalStore } from "react";
import { emMediaQuery } from "./emMediaQuery";

/** Whether a media query matches, kept current. Its lengths are compared in em, as those of the built styles are. */
export function useMediaQuery(pxQuery: string): boolean {
  const query = emMediaQuery(pxQuery);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
