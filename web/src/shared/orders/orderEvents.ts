import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { Order, StatusChange } from "@/shared/api/types";
import { orderSeen, type RecentOrders, statusChangeSeen } from "./recentOrdersSlice";
import { patchStatus } from "./statusPatch";

// biome-ignore lint/suspicious/noExplicitAny: each entry has a store of its own shape
type AnyState = any;
export type OrderThunk = ThunkAction<void, AnyState, unknown, UnknownAction>;

/**
 * Patches every cached query that holds the item, if the change is newer than the row. Events, the admin's own
 * answers and refusals that carry the row all come through here, so an echo changes nothing.
 */
export function orderStatusChanged(change: StatusChange): OrderThunk {
  return (dispatch) => {
    dispatch(statusChangeSeen(change));
    dispatch(patchCaches(change));
  };
}

/** A placed order: `insert` puts it into the lists of this front. */
export function orderPlaced(order: Order, insert: (order: Order) => OrderThunk): OrderThunk {
  return (dispatch) => {
    dispatch(orderSeen(order));
    dispatch(insert(order));
  };
}

function patchCaches(change: StatusChange): OrderThunk {
  return (dispatch, getState) => {
    const holders = api.util.selectInvalidatedBy(getState(), [
      { type: "OrderItem", id: change.itemId },
      { type: "Order", id: change.orderId },
      // A long list names itself once instead of each of its thousands of rows.
      { type: "Order", id: "LIST" },
    ]);
    for (const { endpointName, originalArgs } of holders) {
      dispatch(
        api.util.updateQueryData(endpointName as never, originalArgs as never, (draft: unknown) => {
          patchStatus(draft, change);
        }),
      );
    }
  };
}

/** For `onQueryStarted` of each query that lists orders: events that overtook the answer are applied to it. */
export async function catchUpAnswer(
  dispatch: (thunk: OrderThunk) => unknown,
  queryFulfilled: Promise<unknown>,
  insert?: (order: Order) => OrderThunk,
): Promise<void> {
  try {
    await queryFulfilled;
  } catch {
    return;
  }
  dispatch((forward, getState: () => { recentOrders: RecentOrders }) => {
    const { changes, placed } = getState().recentOrders;
    if (insert) for (const order of placed) forward(insert(order));
    for (const change of changes) forward(patchCaches(change));
  });
}
