import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { counted } from "@/shared/format";
import { type BoardState, boardApi, findOrder } from "./boardApi";
import { boardRows } from "./boardRows";
import { doneLast, type MarksState, said, selectDone } from "./marksSlice";
import { setStatuses } from "./setStatus";

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type UndoThunk<T = void> = ThunkAction<T, any, unknown, UnknownAction>;

/** Sets back what the last click did; what someone else has changed since stays, and says so. */
export function undo(): UndoThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const state: MarksState & BoardState = getState();
    const done = selectDone(state);
    if (!done) return;
    dispatch(doneLast(null));
    const wishes = done.changes.flatMap(({ orderId, itemId, from, version }) => {
      // What is open may be an order that the lists do not hold.
      const opened = boardApi.endpoints.boardOrder.select(orderId)(state as never).data;
      const order = findOrder(state, orderId) ?? opened;
      const row = order && boardRows([order]).find(({ id }) => id === itemId);
      return row ? [{ row, to: from, version }] : [];
    });
    const { saved, refused, failed } = await dispatch(setStatuses(wishes, "undone"));
    const kept = refused.length + failed.length;
    dispatch(said(`${counted(saved.length, "item")} set back${kept ? `, ${kept} not` : ""}`));
  };
}
