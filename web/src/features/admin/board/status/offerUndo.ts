import {
  type LastAction,
  lastActionExpired,
  lastActionSet,
  rowMessageCleared,
  type SavedChange,
} from "@/shared/admin/orders/rowMessagesSlice";
import type { Thunk } from "@/shared/api/thunk";
import type { Order, OrderStatus, StatusChange } from "@/shared/api/types";

/** In milliseconds. The server delays the mail to the shopper a little longer than this. */
export const undoWindow = 20_000;

let clicks = 0;

/** Offers to undo the changes of one action for a limited time; returns null if there are none. `orders` has theirs. */
export function offerUndo(changes: StatusChange[], to: OrderStatus, orders: Order[]): Thunk<LastAction | null> {
  return (dispatch) => {
    const done: SavedChange[] = changes.flatMap(({ orderId, itemId, from, version }) => {
      const order = orders.find(({ id }) => id === orderId);
      return from && order ? [{ order, itemId, from, version }] : [];
    });
    if (done.length === 0) return null;
    clicks += 1;
    const count = clicks;
    const last = { count, changes: done, to };
    dispatch(lastActionSet(last));
    setTimeout(() => {
      dispatch(lastActionExpired(count));
      for (const { itemId, version } of done) dispatch(rowMessageCleared({ itemId, kind: "saved", version }));
    }, undoWindow);
    return last;
  };
}
