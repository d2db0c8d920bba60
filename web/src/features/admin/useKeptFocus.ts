import { type RefObject, useEffect } from "react";

interface Place {
  /** Of the row, whatever place it takes. */
  row: string | undefined;
  /** Where the row stands in its list. */
  at: number;
  list: Element | null;
}

const rowOf = (element: Element) => element.closest<HTMLElement>("[data-row]");
const isUsable = (element: HTMLElement) => element.isConnected && !element.matches(":disabled");
const isNowhere = (element: Element | null) => !element || element === document.body;

/** The control of a row that sets its status; the row itself while that waits for the server. */
const mainControlOf = (row: HTMLElement) => row.querySelector<HTMLElement>("[role=combobox]:not([disabled])") ?? row;

/**
 * Keeps the focus in the board. A control that is disabled while it saves, or goes away with a note, a bar or its row,
 * would leave the focus to the page, where no key of the board is heard. It goes to the row instead or, where that has
 * left the view, to the one in its place; and back to the control once this can be used again.
 */
export function useKeptFocus(board: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const box = board.current;
    if (!box) return;
    let held: HTMLElement | null = null;
    let last: Place | null = null;
    /** The row that has the focus in place of `held`. */
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
      // Whoever clicks beside the board has left it; what is disabled or taken away has lost the focus.
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
    const keep = () => {
      const active = document.activeElement;
      if (!held) return;
      if (substitute && active === substitute) {
        if (isUsable(held)) held.focus();
        else if (mainControlOf(substitute) !== substitute) focusRow(substitute);
        return;
      }
      if (isUsable(held) || !(isNowhere(active) || active === held)) return;
      // A bar that saves is back in a moment, or gone.
      if (held.isConnected && !rowOf(held)) return;
      const rows = [...box.querySelectorAll<HTMLElement>("[data-row]")];
      const row = rows.find((one) => one.dataset.row === last?.row) ?? nearest(rows, last);
      if (row) focusRow(row);
      else box.querySelector<HTMLElement>(".empty button, .stabs [aria-pressed=true]")?.focus();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isStep = ["j", "k"].includes(event.key.toLowerCase());
      if (!isStep || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // A click beside the rows gives the focus to the page's main part.
      const isElsewhere = !isNowhere(document.activeElement) && !document.activeElement?.matches("main");
      if (isElsewhere || document.querySelector("[role=dialog]")) return;
      const rows = [...box.querySelectorAll<HTMLElement>("[data-row]")];
      const row = rows.find((one) => one.dataset.row === last?.row) ?? rows.find(isInSight) ?? rows[0];
      if (!row) return;
      event.preventDefault();
      focusRow(row);
    };

    const observer = new MutationObserver(keep);
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

const isInSight = (row: HTMLElement) => row.getBoundingClientRect().top >= 0;

/** The row that stands where the last one stood: in its list, while that has any. */
function nearest(rows: HTMLElement[], last: Place | null): HTMLElement | undefined {
  const beside = rows.filter((row) => row.parentElement === last?.list);
  const distance = (row: HTMLElement) => Math.abs(Number(row.dataset.at) - (last?.at ?? 0));
  return (beside.length > 0 ? beside : rows).toSorted((one, other) => distance(one) - distance(other))[0];
}
