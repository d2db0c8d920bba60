import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type BoardRow, type SteadyRows, steadyRows } from "./boardRows";

/** A hand that has not moved for so long has left, though the pointer lies where it was. */
const restsAfter = 10_000;

interface Hold {
  /** Of which filter: another filter ends the hold. */
  of: string;
  ids: number[];
}

/**
 * Rows that do not move while pointer or focus is among them, or while the page is scrolled down to them, and the
 * handlers that notice the hand.
 */
export function useSteadyRows<Board extends HTMLElement>(all: BoardRow[], wanted: BoardRow[], of: string) {
  const [hold, setHold] = useState<Hold | null>(null);
  const held = hold?.of === of ? hold : null;
  const steady: SteadyRows = useMemo(
    () => (held ? steadyRows(held.ids, all, wanted) : { rows: wanted, waiting: [] }),
    [held, all, wanted],
  );
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inside = useRef({ pointer: false, focus: false, scrolled: false });
  const board = useRef<Board>(null);
  const latest = useRef({ of, wanted });
  latest.current = { of, wanted };

  const letGo = useCallback(() => {
    clearTimeout(rest.current);
    setHold(null);
  }, []);
  useEffect(() => () => clearTimeout(rest.current), []);

  const take = useCallback(() => {
    const { of, wanted } = latest.current;
    // Asked of the state itself: who lets go and takes again before the next render, holds.
    setHold((hold) => (hold?.of === of ? hold : { of, ids: wanted.map((row) => row.id) }));
  }, []);
  const touched = () => {
    clearTimeout(rest.current);
    rest.current = setTimeout(function expire() {
      // An open menu is a hand that thinks; what is scrolled to is still being read.
      if (board.current?.querySelector("[aria-expanded='true']")) rest.current = setTimeout(expire, restsAfter);
      else if (!inside.current.scrolled) setHold(null);
    }, restsAfter);
    take();
  };
  const left = useCallback(() => {
    const { pointer, focus, scrolled } = inside.current;
    if (!pointer && !focus && !scrolled) letGo();
  }, [letGo]);

  useEffect(() => {
    const onScroll = () => {
      const scrolled = (board.current?.getBoundingClientRect().top ?? 0) < 0;
      if (scrolled === inside.current.scrolled) return;
      inside.current.scrolled = scrolled;
      if (scrolled) take();
      else left();
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [take, left]);

  const hand = {
    ref: board,
    onPointerMove: () => {
      inside.current.pointer = true;
      touched();
    },
    onPointerLeave: () => {
      inside.current.pointer = false;
      left();
    },
    onFocus: () => {
      inside.current.focus = true;
      touched();
    },
    onKeyDown: touched,
    onBlur: (event: FocusEvent<Board>) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      inside.current.focus = false;
      left();
    },
  };
  return { ...steady, hand, letGo };
}
