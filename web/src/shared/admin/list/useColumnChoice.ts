import { useState } from "react";
import { readLocal, writeLocal } from "@/shared/localStorage";

/** The part of a column that the column menu uses. */
export interface OptionalColumn {
  label: string;
  /** Hidden by default. */
  optional?: boolean;
}

/** The visible columns of a list, stored in localStorage. The first column names the row and is always visible. */
export function useColumnChoice<C extends OptionalColumn>(list: string, columns: readonly C[]) {
  const key = `columns:${list}`;
  const [chosen, setChosen] = useState(() => remembered(key));
  const isShown = (column: C, index: number) => index === 0 || (chosen[column.label] ?? !column.optional);
  const toggle = (label: string, shown: boolean) => {
    const next = { ...chosen, [label]: shown };
    setChosen(next);
    writeLocal(key, JSON.stringify(next));
  };
  return { shown: columns.filter(isShown), isShown, toggle };
}

function remembered(key: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(readLocal(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}
