import { boardRows } from "@/features/admin/board/boardRows";
import { lastActionSet, type RowStatusState, said, selectLastAction } from "@/shared/admin/orders/rowStatusSlice";
import type { Thunk } from "@/shared/api/thunk";
import { pluralize } from "@/shared/format";
import { setStatuses } from "./setStatus";

/** Undoes the last action. Rows that someone else changed since then stay and say so. */
export function undo(): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const done = selectLastAction(getState() as RowStatusState);
    if (!done) return;
    dispatch(lastActionSet(null));
    const requests = done.changes.flatMap(({ order, itemId, from, version }) => {
      const row = boardRows([order]).find(({ id }) => id === itemId);
      return row ? [{ row, to: from, version }] : [];
    });
    const { saved, refused, failed } = await dispatch(setStatuses(requests, "undone"));
    const kept = refused.length + failed.length;
    dispatch(said(`${pluralize(saved.length, "item")} set back${kept ? `, ${kept} not` : ""}`));
  };
}
