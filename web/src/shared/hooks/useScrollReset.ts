import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * After following a link the page starts at its top with the focus on its content. On load and on back the browser
 * restores the position.
 */
export function useScrollReset(main: RefObject<HTMLElement | null>) {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // With a hash the browser scrolls to the target.
    if (type === "POP" || hash) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    main.current?.focus({ preventScroll: true });
  }, [pathname, hash, type, main]);
}
