import { type RefObject, useEffect } from "react";
import { isTextInput } from "./isTextInput";

interface FocusPosition {
  /** The id of the row. */
  row: string | undefined;
  /** The index of the row in its list. */
  at: number;
  list: Element | null;
}

const rowOf = (element: Element) => element.closest<HTMLElement>("[data-row]");
const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(":disabled");
const isUnfocused = (element: Element | null) => !element || element === document.body;

/** The status control of a row, or the row itself while that control is disabled. */
const mainControlOf = (row: HTMLElement) =>
  row.querySelector<HTMLElement>("[role=combobox]:not([disabled]), .row-open") ?? row;

/**
 * Keeps the focus inside the board. A control that is disabled while saving, or removed with a note, a toolbar or its
 * row, would lose the focus to the body, where no shortcut works. The focus moves to the row or, if that is gone, to
 * the row at its position, and back to the control when it is usable again.
 */
export function useFocusRetention(board: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = board.current;
    if (!box) return;
    let held: HTMLElement | null = null;
    let last: FocusPosition | null = null;
    /** The row that is focused in place of `held`. */
    let substitute: HTMLElement | null = null;

    const onFocusIn = ({ target }: FocusEvent) => {
      const element = target as HTMLElement;
      const row = rowOf(element);
      if (row) last = { row: row.dataset.row, at: Number(row.dataset.at), list: row.parentElement };
      if (element === substitute) return;
      held = element;
      substitute = null;
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      const isOurs = relatedTarget instanceof Node && box.contains(relatedTarget);
      if (isOurs || !document.hasFocus()) return;
      // A click outside moves the focus intentionally; a disabled or removed element loses it.
      const element = target as HTMLElement;
      queueMicrotask(() => {
        if (element === held && (relatedTarget || isUsable(element))) held = null;
        if (element === substitute && element.isConnected) substitute = held = null;
      });
    };

    const focusRow = (row: HTMLElement) => {
      const control = mainControlOf(row);
      substitute = control === row ? row : null;
      if (substitute) row.tabIndex = -1;
      control.focus({ preventScroll: control === row });
    };
    const restoreFocus = () => {
      const active = document.activeElement;
      if (!held) return;
      if (substitute && active === substitute) {
        if (isUsable(held)) held.focus();
        else if (mainControlOf(substitute) !== substitute) focusRow(substitute);
        return;
      }
      if (isUsable(held) || !(isUnfocused(active) || active === held)) return;
      // A toolbar that is saving comes back or is removed.
      if (held.isConnected && !rowOf(held)) return;
      const rows = [...box.querySelectorAll<HTMLElement>("[data-row]")];
      const row = rows.find((one) => one.dataset.row === last?.row) ?? nearest(rows, last);
      if (row) focusRow(row);
      else box.querySelector<HTMLElement>(".empty button, .stabs [aria-pressed=true]")?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isStep = ["j", "k"].includes(event.key.toLowerCase());
      if (!isStep || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const active = document.activeElement;
      // A row has its own shortcuts, and an open menu its own letters. A clicked tab or filter has the focus and neither.
      const isBusy = isTextInput(active) || active?.closest("[data-row], [role=listbox], [aria-expanded=true]");
      if (isBusy || document.querySelector("[role=dialog]")) return;
      const rows = [...box.querySelectorAll<HTMLElement>("[data-row]")];
      const row = rows.find((one) => one.dataset.row === last?.row) ?? rows.find(isVisible) ?? rows[0];
      if (!row) return;
      event.preventDefault();
      focusRow(row);
    };

    const observer = new MutationObserver(restoreFocus);
    observer.observe(box, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
    box.addEventListener("focusin", onFocusIn);
    box.addEventListener("focusout", onFocusOut);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      observer.disconnect();
      box.removeEventListener("focusin", onFocusIn);
      box.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [board]);
}

const isVisible = (row: HTMLElement) => row.getBoundingClientRect().top >= 0;

/** The row nearest to the last position, preferably in the same list. */
function nearest(rows: HTMLElement[], last: FocusPosition | null): HTMLElement | undefined {
  const beside = rows.filter((row) => row.parentElement === last?.list);
  const distance = (row: HTMLElement) => Math.abs(Number(row.dataset.at) - (last?.at ?? 0));
  return (beside.length > 0 ? beside : rows).toSorted((one, other) => distance(one) - distance(other))[0];
}
