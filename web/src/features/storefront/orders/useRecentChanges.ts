import { useEffect, useRef, useState } from "react";
import type { OrderLine } from "@/shared/api/types";
import type { Return } from "@/shared/orders/returnsApi";

const highlightTime = 60_000;

interface RecentChanges {
  /** Items whose status changed within the last minute. */
  items: ReadonlySet<number>;
  /** For screen readers. */
  announcement: string;
}

/** Finds the rows and returns whose version increased while the page is open. */
export function useRecentChanges(lines: OrderLine[] | undefined, returns: Return[] | undefined): RecentChanges {
  const seen = useRef(new Map<number, number>());
  const seenReturns = useRef<Map<number, number>>(undefined);
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
    if (!returns) return;
    const before = seenReturns.current;
    seenReturns.current = new Map(returns.map(({ id, version }) => [id, version]));
    const changed = before ? returns.filter(({ id, version }) => version > (before.get(id) ?? 0)) : [];
    if (changed.length === 0) return;
    const words = changed.map(
      (each) => `The return of ${each.productName} in order ${each.orderId} is ${each.status}.`,
    );
    setChanges((current) => ({ ...current, announcement: words.join(" ") }));
  }, [returns]);

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  return changes;
}
