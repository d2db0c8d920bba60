import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/** The state of a navigation that changes the parameters of a page without leaving the position on it. */
export const staysInPlace = { staysInPlace: true };

interface Options {
  /** Only another path is another page: the parameters are the filters and the dialogs of a page. */
  isByPath?: boolean;
}

/**
 * After following a link the page starts at its top with the focus on its content. On load and on back the browser
 * restores the position.
 */
export function useScrollReset(main: RefObject<HTMLElement | null>, { isByPath = false }: Options = {}) {
  const { pathname, search, hash, state } = useLocation();
  const type = useNavigationType();
  const isLink = type === "PUSH" && !state?.staysInPlace && !isByPath;
  const shown = useRef<{ pathname: string; search: string }>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = { pathname, search };
    if (before?.pathname === pathname && (before.search === search || !isLink)) return;
    // With a hash the browser scrolls to the target.
    if (type === "POP" || hash) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    // A dialog that the page has opened, or that is above it, keeps the focus.
    if (document.activeElement?.closest("[aria-modal=true]")) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, search, hash, type, isLink, main]);
}
