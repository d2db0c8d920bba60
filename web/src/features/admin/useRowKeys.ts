import type { KeyboardEvent, RefObject } from "react";
import { type OrderStatus, statuses } from "@/shared/api/types";
import type { Selection } from "@/shared/portal/useSelection";
import type { BoardRow } from "./boardRows";

interface RowKeys {
  rows: BoardRow[];
  /** Where rows can be selected. */
  selection?: Selection;
  box: RefObject<HTMLElement | null>;
  /** Brings a row into sight. */
  show: (at: number) => void;
  onSet: (row: BoardRow, status: OrderStatus) => void;
  onOpen: (orderId: number) => void;
}

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * While the focus is in a row: J and K go to the next and the last one, Enter opens the order, X selects the row, 1 to 4
 * set its status.
 */
export function useRowKeys({ rows, selection, box, show, onSet, onOpen }: RowKeys) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const from = target.closest<HTMLElement>("[data-at]");
    const at = Number(from?.dataset.at);
    const row = rows[at];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (!from || !row || !isPlain || from.querySelector("[aria-expanded='true']")) return;
    const key = event.key.toLowerCase();
    const step = steps[key];
    const status = statuses[Number(key) - 1];
    if (step) go(box, show, at + step, controlsOf(from).indexOf(target));
    else if (key === "x" && selection) selection.toggle(row.id, !selection.ids.has(row.id));
    else if (key === "enter" && (target === from || target.matches("[type=checkbox]"))) onOpen(row.order.id);
    else if (status && status !== row.item.status) onSet(row, status);
    else return;
    event.preventDefault();
  };
}

/** What every row has, in the same order; the buttons of a note come and go. */
const controlsOf = (row: HTMLElement) => [
  ...row.querySelectorAll<HTMLElement>("input, .order-no, [role=combobox]:not([disabled])"),
];

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
