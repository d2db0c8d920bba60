import { type ReactNode, type RefObject, useState } from "react";
import { useDispatch } from "react-redux";
import { useNavigate } from "react-router";
import type { BoardRow } from "@/features/admin/board/boardRows";
import { PrintDialog } from "@/features/admin/board/papers/PrintDialog";
import { parcelsOf } from "@/features/admin/board/papers/parcelItems";
import { usePapers } from "@/features/admin/board/papers/usePapers";
import { useBoardReturn } from "@/features/admin/board/useBoardReturn";
import { useMay } from "@/shared/admin/permissions";
import { isCovered, isShortcut } from "@/shared/admin/shortcutKeys";
import type { Order } from "@/shared/api/types";
import { useKeyDown } from "@/shared/hooks/useKeyDown";
import { toastShown } from "@/shared/toasts/toastsSlice";
import { isToPack } from "./pieces";
import { packingPath } from "./useQueue";

interface PackingActionsOptions {
  rows: BoardRow[];
  /** The selected rows, where rows can be selected. */
  selected?: BoardRow[];
  /** The list that contains the rows. */
  box: RefObject<HTMLElement | null>;
}

const ordersOf = (rows: BoardRow[]): Order[] => [...new Map(rows.map(({ order }) => [order.id, order])).values()];

/**
 * Packs the selected orders one after another, or the order of the row that has the focus, by P; prints their slips and
 * labels by L. `dialogs` has to be rendered.
 */
export function usePackingActions({ rows, selected = [], box }: PackingActionsOptions) {
  const navigate = useNavigate();
  const { state } = useBoardReturn();
  const dispatch = useDispatch();
  const mayPack = useMay("change_order_status");
  const { print, papers } = usePapers();
  const [asked, setAsked] = useState<Order[] | null>(null);

  const pack = (chosen: BoardRow[]) => {
    const ids = ordersOf(chosen)
      .filter(isToPack)
      .map(({ id }) => id)
      .sort((one, other) => one - other);
    const [first, ...others] = ids;
    // A single order is followed by the oldest ones.
    if (first) void navigate(packingPath(first, others.length > 0 ? ids : []), { state });
  };
  /** Asks what to print. A cancelled order needs no papers. */
  const askWhatToPrint = (chosen: BoardRow[]) => {
    const sent = ordersOf(chosen).filter((order) => parcelsOf(order).length > 0);
    if (sent.length > 0) setAsked(sent);
    else dispatch(toastShown("error", "All of it is cancelled. There is nothing to print."));
  };
  const focused = (): BoardRow[] => {
    const element = document.activeElement?.closest<HTMLElement>("[data-at]");
    const row = element && box.current?.contains(element) ? rows[Number(element.dataset.at)] : undefined;
    return row ? [row] : [];
  };
  useKeyDown((event) => {
    const key = event.key.toLowerCase();
    if (!isShortcut(event) || isCovered()) return;
    const chosen = selected.length > 0 ? selected : focused();
    if (chosen.length === 0 || (key !== "l" && (key !== "p" || !mayPack))) return;
    event.preventDefault();
    if (key === "p") pack(chosen);
    else askWhatToPrint(chosen);
  });

  const dialogs: ReactNode = (
    <>
      {asked && (
        <PrintDialog
          orders={asked}
          onClose={() => setAsked(null)}
          onPrint={(kind) => {
            setAsked(null);
            void print(asked.flatMap(parcelsOf), kind);
          }}
        />
      )}
      {papers}
    </>
  );
  return { pack, askWhatToPrint, dialogs };
}
