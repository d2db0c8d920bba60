import { boardRows } from "@/features/admin/board/boardRows";
import { lastActionSet, type RowMessagesState, said, selectLastAction } from "@/shared/admin/orders/rowMessagesSlice";
import type { Thunk } from "@/shared/api/thunk";
import { pluralize } from "@/shared/format";
import { setStatuses } from "./setStatus";

/** Undoes the last action. Rows that others changed since then stay and say so; a failed undo can be repeated. */
export function undo(): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const done = selectLastAction(getState() as RowMessagesState);
    if (!done) return;
    const requests = done.changes.flatMap(({ order, itemId, from, version }) => {
      const row = boardRows([order]).find(({ id }) => id === itemId);
      return row ? [{ row, to: from, version }] : [];
    });
    const { saved, refused, failed } = await dispatch(setStatuses(requests, "undone"));
    const left = done.changes.filter(({ itemId }) => failed.some(({ item }) => item.itemId === itemId));
    if (selectLastAction(getState() as RowMessagesState)?.count === done.count) {
      dispatch(lastActionSet(left.length > 0 ? { ...done, changes: left } : null));
    }
    const kept = refused.length + failed.length;
    dispatch(said(`${pluralize(saved.length, "item")} set back${kept ? `, ${kept} not` : ""}`));
  };
}
