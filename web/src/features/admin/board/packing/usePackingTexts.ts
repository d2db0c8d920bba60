import { useMemo, useRef, useState } from "react";

/** Texts of the pieces of each item of an order. */
export type PackingTexts = Record<number, string[]>;

function read(key: string): PackingTexts {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? "{}");
    return stored && typeof stored === "object" ? (stored as PackingTexts) : {};
  } catch {
    return {};
  }
}

function store(key: string, texts: PackingTexts) {
  try {
    if (Object.keys(texts).length > 0) window.sessionStorage.setItem(key, JSON.stringify(texts));
    else window.sessionStorage.removeItem(key);
  } catch {
    // If the storage is full or blocked, only a reload loses the texts.
  }
}

/** The input for the items of an order before it is packed. It survives a reload. */
export function usePackingTexts(key: string) {
  const [texts, setTexts] = useState(() => read(key));
  // Two scans may follow each other before React renders.
  const latest = useRef(texts);
  return useMemo(() => {
    const set = (next: PackingTexts) => {
      latest.current = next;
      store(key, next);
      setTexts(next);
    };
    return { texts, now: () => latest.current, set };
  }, [key, texts]);
}
