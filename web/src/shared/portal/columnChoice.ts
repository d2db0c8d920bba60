import { useState } from "react";

/** What a choice of columns needs to know of one. */
export interface Choosable {
  label: string;
  /** Not shown until someone asks for it. */
  optional?: boolean;
}

/** Which columns of a list are shown, as this browser remembers it. The first one names the row, so it always is. */
export function useColumnChoice<C extends Choosable>(list: string, columns: readonly C[]) {
  const key = `columns:${list}`;
  const [chosen, setChosen] = useState(() => remembered(key));
  const isShown = (column: C, index: number) => index === 0 || (chosen[column.label] ?? !column.optional);
  const toggle = (label: string, shown: boolean) => {
    const next = { ...chosen, [label]: shown };
    setChosen(next);
    remember(key, next);
  };
  return { shown: columns.filter(isShown), isShown, toggle };
}

function remembered(key: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

// Storage may be forbidden or full: the choice then holds as long as the page is open.
function remember(key: string, chosen: Record<string, boolean>) {
  try {
    window.localStorage.setItem(key, JSON.stringify(chosen));
  } catch {}
}
