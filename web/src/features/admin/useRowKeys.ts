import type { KeyboardEvent, RefObject } from "react";
import { useDispatch } from "react-redux";
import { statuses } from "@/shared/api/types";
import type { Selection } from "@/shared/portal/useSelection";
import type { BoardRow } from "./boardRows";
import { setStatus } from "./setStatus";

interface RowKeys {
  rows: BoardRow[];
  selection: Selection;
  box: RefObject<HTMLElement | null>;
  /** Brings a row into sight. */
  show: (at: number) => void;
}

const steps: Record<string, number> = { j: 1, k: -1 };

/** While the focus is in a row: J and K go to the next and the last one, X picks it, 1 to 4 set its status. */
export function useRowKeys({ rows, selection, box, show }: RowKeys) {
  // biome-ignore lint/suspicious/noExplicitAny: thunks of a store that holds more than this feature knows
  const dispatch = useDispatch<any>();
  return (event: KeyboardEvent<HTMLElement>) => {
    const from = (event.target as HTMLElement).closest<HTMLElement>("[data-at]");
    const at = Number(from?.dataset.at);
    const row = rows[at];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (!from || !row || !isPlain || from.querySelector("[aria-expanded='true']")) return;
    const key = event.key.toLowerCase();
    const step = steps[key];
    const status = statuses[Number(key) - 1];
    if (step) go(box, show, at + step, controlsOf(from).indexOf(event.target as HTMLElement));
    else if (key === "x") selection.toggle(row.id, !selection.ids.has(row.id));
    else if (status && status !== row.item.status) void dispatch(setStatus(row, status));
    else return;
    event.preventDefault();
  };
}

const controlsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>("button, input")];

/** To the same control of another row, which may have to be drawn first. */
function go(box: RowKeys["box"], show: RowKeys["show"], at: number, control: number, tries = 5) {
  const row = box.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
  if (row) {
    const controls = controlsOf(row);
    (controls[control] ?? controls.at(-1))?.focus();
  } else if (at >= 0 && tries > 0) {
    show(at);
    requestAnimationFrame(() => go(box, show, at, control, tries - 1));
  }
}
