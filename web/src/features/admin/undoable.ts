import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { OrderStatus, StatusChange } from "@/shared/api/types";
import { type Done, doneForGood, doneLast, type LastDone, unmarked } from "./marksSlice";

/** In milliseconds; the server keeps the mail to the shopper back a little longer than this. */
export const undoLasts = 20_000;

let clicks = 0;

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type UndoableThunk = ThunkAction<LastDone | null, any, unknown, UnknownAction>;

/** These changes, made by one click, may be taken back for a while; null where there are none. */
export function undoableFor(changes: StatusChange[], to: OrderStatus): UndoableThunk {
  return (dispatch) => {
    const done: Done[] = changes.flatMap(({ orderId, itemId, from, version }) =>
      from ? [{ orderId, itemId, from, version }] : [],
    );
    if (done.length === 0) return null;
    clicks += 1;
    const count = clicks;
    const last = { count, changes: done, to };
    dispatch(doneLast(last));
    setTimeout(() => {
      dispatch(doneForGood(count));
      for (const { itemId } of done) dispatch(unmarked({ itemId, kind: "saved" }));
    }, undoLasts);
    return last;
  };
}
