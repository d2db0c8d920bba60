import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { boardRows } from "@/features/admin/board/boardRows";
import { type BoardState, boardApi, findOrder } from "@/shared/admin/orders/boardApi";
import { lastActionSet, type RowStatusState, said, selectLastAction } from "@/shared/admin/orders/rowStatusSlice";
import { pluralize } from "@/shared/format";
import { setStatuses } from "./setStatus";

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type UndoThunk<T = void> = ThunkAction<T, any, unknown, UnknownAction>;

/** Undoes the last action. Rows that someone else changed since then stay and say so. */
export function undo(): UndoThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const state: RowStatusState & BoardState = getState();
    const done = selectLastAction(state);
    if (!done) return;
    dispatch(lastActionSet(null));
    const requests = done.changes.flatMap(({ orderId, itemId, from, version }) => {
      // The order in the open dialog may be missing from the lists.
      const opened = boardApi.endpoints.boardOrder.select(orderId)(state as never).data;
      const order = findOrder(state, orderId) ?? opened;
      const row = order && boardRows([order]).find(({ id }) => id === itemId);
      return row ? [{ row, to: from, version }] : [];
    });
    const { saved, refused, failed } = await dispatch(setStatuses(requests, "undone"));
    const kept = refused.length + failed.length;
    dispatch(said(`${pluralize(saved.length, "item")} set back${kept ? `, ${kept} not` : ""}`));
  };
}
