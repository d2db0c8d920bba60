import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** A page that was followed a link to starts at its top, with the focus on it; loaded or gone back to, it is the browser's. */
export function useFreshStart(main: RefObject<HTMLElement | null>) {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // Or it says itself where it is to be read from.
    if (type === "POP" || hash) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, type, main]);
}
