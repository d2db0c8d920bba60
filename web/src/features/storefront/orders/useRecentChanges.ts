import { useEffect, useRef, useState } from "react";
import type { OrderLine } from "@/shared/api/types";

const highlightTime = 60_000;

interface RecentChanges {
  /** Items whose status changed within the last minute. */
  items: ReadonlySet<number>;
  /** For screen readers. */
  announcement: string;
}

/** Finds the rows whose version increased while the page is open. */
export function useRecentChanges(lines: OrderLine[] | undefined): RecentChanges {
  const seen = useRef(new Map<number, number>());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const [changes, setChanges] = useState<RecentChanges>({ items: new Set(), announcement: "" });

  useEffect(() => {
    const changed: OrderLine[] = [];
    for (const line of lines ?? []) {
      const before = seen.current.get(line.itemId);
      if (before !== undefined && line.version > before) changed.push(line);
      seen.current.set(line.itemId, line.version);
    }
    if (changed.length === 0) return;
    const ids = changed.map(({ itemId }) => itemId);
    const words = changed.map((line) => `${line.productName} in order ${line.orderId} is now ${line.status}.`);
    setChanges(({ items }) => ({ items: new Set([...items, ...ids]), announcement: words.join(" ") }));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setChanges((current) => ({ ...current, items: new Set([...current.items].filter((id) => !ids.includes(id))) }));
    }, highlightTime);
    timers.current.add(timer);
  }, [lines]);

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  return changes;
}
