import { useEffect, useRef, useState } from "react";
import type { OrderLine } from "@/shared/api/types";

const staysNews = 60_000;

interface News {
  /** Items whose status arrived within the last minute. */
  items: ReadonlySet<number>;
  /** For a screen reader. */
  announcement: string;
}

/** What changed under the shopper's eyes: rows whose version rose since this page shows them. */
export function useNews(lines: OrderLine[] | undefined): News {
  const seen = useRef(new Map<number, number>());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const [news, setNews] = useState<News>({ items: new Set(), announcement: "" });

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
    setNews(({ items }) => ({ items: new Set([...items, ...ids]), announcement: words.join(" ") }));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setNews((current) => ({ ...current, items: new Set([...current.items].filter((id) => !ids.includes(id))) }));
    }, staysNews);
    timers.current.add(timer);
  }, [lines]);

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  return news;
}
