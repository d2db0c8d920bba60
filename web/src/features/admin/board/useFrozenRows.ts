import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type BoardRow, type FrozenRows, freezeRows } from "./boardRows";

/** In milliseconds without pointer movement, after which the interaction has ended. */
const idleTimeout = 10_000;

interface Freeze {
  /** The filter it belongs to; another filter unfreezes. */
  filterKey: string;
  ids: number[];
}

/**
 * Freezes the rows while pointer or focus is among them or the page is scrolled down, and returns the event handlers
 * that detect this.
 */
export function useFrozenRows<Board extends HTMLElement>(all: BoardRow[], fitting: BoardRow[], filterKey: string) {
  const [frozen, setFrozen] = useState<Freeze | null>(null);
  const current = frozen?.filterKey === filterKey ? frozen : null;
  const shown: FrozenRows = useMemo(
    () => (current ? freezeRows(current.ids, all, fitting) : { rows: fitting, waiting: [] }),
    [current, all, fitting],
  );
  const idleTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const inside = useRef({ pointer: false, focus: false, scrolled: false });
  const board = useRef<Board>(null);
  const latest = useRef({ filterKey, fitting });
  latest.current = { filterKey, fitting };

  const release = useCallback(() => {
    clearTimeout(idleTimer.current);
    setFrozen(null);
  }, []);
  useEffect(() => () => clearTimeout(idleTimer.current), []);

  const freeze = useCallback(() => {
    const { filterKey, fitting } = latest.current;
    // Uses the state updater: a release and a freeze before the next render keep the frozen rows.
    setFrozen((frozen) =>
      frozen?.filterKey === filterKey ? frozen : { filterKey, ids: fitting.map((row) => row.id) },
    );
  }, []);
  const onInteraction = () => {
    clearTimeout(idleTimer.current);
    idleTimer.current = setTimeout(function expire() {
      // An open menu and a scrolled page keep the rows frozen.
      if (board.current?.querySelector("[aria-expanded='true']")) idleTimer.current = setTimeout(expire, idleTimeout);
      else if (!inside.current.scrolled) setFrozen(null);
    }, idleTimeout);
    freeze();
  };
  const releaseIfIdle = useCallback(() => {
    const { pointer, focus, scrolled } = inside.current;
    if (!pointer && !focus && !scrolled) release();
  }, [release]);

  useEffect(() => {
    const onScroll = () => {
      const scrolled = (board.current?.getBoundingClientRect().top ?? 0) < 0;
      if (scrolled === inside.current.scrolled) return;
      inside.current.scrolled = scrolled;
      if (scrolled) freeze();
      else releaseIfIdle();
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, [freeze, releaseIfIdle]);

  const interaction = {
    ref: board,
    onPointerMove: () => {
      inside.current.pointer = true;
      onInteraction();
    },
    onPointerLeave: () => {
      inside.current.pointer = false;
      releaseIfIdle();
    },
    onFocus: () => {
      inside.current.focus = true;
      onInteraction();
    },
    onKeyDown: onInteraction,
    onBlur: (event: FocusEvent<Board>) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      inside.current.focus = false;
      releaseIfIdle();
    },
  };
  return { ...shown, interaction, release };
}
