import type { KeyboardEvent, RefObject } from "react";
import { useNavigate } from "react-router";
import { useAppDispatch } from "@/app/hooks";
import { useAdminMeQuery } from "@/shared/admin/adminMeApi";
import { assignOrder } from "@/shared/admin/desk/deskApi";
import type { Selection } from "@/shared/admin/list/useSelection";
import { useMay } from "@/shared/admin/permissions";
import { type OrderStatus, statuses } from "@/shared/api/types";
import { type BoardRow, ordersAround } from "./boardRows";
import { useBoardReturn } from "./useBoardReturn";

interface RowShortcuts {
  rows: BoardRow[];
  /** Set if rows can be selected. */
  selection?: Selection;
  box: RefObject<HTMLElement | null>;
  /** Scrolls a row into view. */
  scrollTo: (at: number) => void;
  onSet: (row: BoardRow, status: OrderStatus) => void;
  /** Opens the details of an order. */
  onOpen: (orderId: number) => void;
}

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * Shortcuts of a focused row: J and K move to the next and previous row, Enter opens the page of the order, where no
 * other button or link has the focus, X selects the row, 1 to 4 set its status, I assigns the order to the signed-in
 * person, A opens the assignment menu, and C opens the claim of an order, where C confirms it.
 */
export function useRowShortcuts({ rows, selection, box, scrollTo, onSet, onOpen }: RowShortcuts) {
  const maySet = useMay("change_order_status");
  const mayAssign = useMay("assign_order");
  const navigate = useNavigate();
  const { state } = useBoardReturn();
  const { data: me } = useAdminMeQuery();
  const dispatch = useAppDispatch();
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
    if (step) focusRow(box, scrollTo, at + step, controlsOf(from).indexOf(target));
    else if (key === "x" && selection) selection.toggle(row.id, !selection.ids.has(row.id));
    else if (key === "enter" && (target === from || target.matches("[type=checkbox], [role=combobox]")))
      void navigate(`/admin/orders/${row.order.id}`, { state: { ...state, orders: ordersAround(rows, at) } });
    else if (key === "i" && mayAssign && me) void dispatch(assignOrder(row.order.id, me.id));
    else if (key === "c" && row.order.payment.status === "claimed") onOpen(row.order.id);
    else if (key === "a" && mayAssign) openAssignMenu(from);
    else if (maySet && status && status !== row.item.status && row.item.status !== "cancelled") onSet(row, status);
    else return;
    event.preventDefault();
  };
}

/** Controls that every row has, in a fixed order; buttons of notes are not among them. */
const controlsOf = (row: HTMLElement) => [
  ...row.querySelectorAll<HTMLElement>("input, .order-no, [role=combobox]:not([disabled])"),
];

function openAssignMenu(row: HTMLElement) {
  const button = row.querySelector<HTMLElement>(".assign-btn");
  button?.click();
}

/** Focuses the same control of another row, which may have to be rendered first. */
function focusRow(box: RowShortcuts["box"], show: RowShortcuts["scrollTo"], at: number, control: number, tries = 5) {
  const row = box.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
  if (row) {
    const controls = controlsOf(row);
    (controls[control] ?? controls.at(-1))?.focus();
  } else if (at >= 0 && tries > 0) {
    show(at);
    requestAnimationFrame(() => focusRow(box, show, at, control, tries - 1));
  }
}
