import { useMemo, useRef, useState } from "react";
import type { Ticks } from "./pieces";

const keyOf = (orderId: number) => `packing-${orderId}`;

function read(orderId: number): Ticks {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(keyOf(orderId)) ?? "{}");
    return stored && typeof stored === "object" ? (stored as Ticks) : {};
  } catch {
    return {};
  }
}

function store(orderId: number, ticks: Ticks) {
  try {
    if (Object.keys(ticks).length > 0) window.sessionStorage.setItem(keyOf(orderId), JSON.stringify(ticks));
    else window.sessionStorage.removeItem(keyOf(orderId));
  } catch {
    // A full or forbidden storage costs the ticks of a reload only.
  }
}

/** The ticked pieces of an order. They survive a reload, and are forgotten when the order is packed. */
export function useTicks(orderId: number) {
  const [ticks, setTicks] = useState(() => read(orderId));
  // Two scans may follow each other before React renders.
  const latest = useRef(ticks);
  const change = useMemo(() => {
    const set = (next: Ticks) => {
      latest.current = next;
      store(orderId, next);
      setTicks(next);
    };
    return {
      now: () => latest.current,
      tick: (itemId: number, by = "") => set({ ...latest.current, [itemId]: [...(latest.current[itemId] ?? []), by] }),
      untick: (itemId: number) => {
        const { [itemId]: _, ...rest } = latest.current;
        set(rest);
      },
      clear: () => set({}),
    };
  }, [orderId]);
  return { ticks, ...change };
}

export type TickStore = ReturnType<typeof useTicks>;
