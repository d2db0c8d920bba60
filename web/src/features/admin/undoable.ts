import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import type { OrderStatus, StatusChange } from "@/shared/api/types";
import { type Done, doneForGood, doneLast, unmarked } from "./marksSlice";

/** In milliseconds; the server keeps the mail to the shopper back a little longer than this. */
export const undoLasts = 20_000;

let clicks = 0;

/** These changes, made by one click, may be taken back for a while. */
// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
export function undoableFor(changes: StatusChange[], to: OrderStatus): ThunkAction<void, any, unknown, UnknownAction> {
  return (dispatch) => {
    const done: Done[] = changes.flatMap(({ orderId, itemId, from, version }) =>
      from ? [{ orderId, itemId, from, version }] : [],
    );
    if (done.length === 0) return;
    clicks += 1;
    const count = clicks;
    dispatch(doneLast({ count, changes: done, to }));
    setTimeout(() => {
      dispatch(doneForGood(count));
      for (const { itemId } of done) dispatch(unmarked({ itemId, kind: "saved" }));
    }, undoLasts);
  };
}
