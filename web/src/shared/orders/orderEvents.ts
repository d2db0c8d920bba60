import { api } from "@/shared/api/api";
import type { Thunk } from "@/shared/api/thunk";
import type { HuidsChange, Order, ShipmentChange, StatusChange } from "@/shared/api/types";
import {
  huidsChangeSeen,
  orderSeen,
  type RecentOrders,
  shipmentChangeSeen,
  statusChangeSeen,
} from "./recentOrdersSlice";
import { patchHuids, patchShipment, patchStatus } from "./statusPatch";

/**
 * Patches every cached query that contains the item, if the change is newer than the row. Events, responses of
 * mutations and refusals all pass through here, so a repeated change has no effect.
 */
export function orderStatusChanged(change: StatusChange): Thunk {
  return (dispatch) => {
    dispatch(statusChangeSeen(change));
    dispatch(patchCaches(change, (draft) => patchStatus(draft, change)));
  };
}

/**
 * Whether the change alters what is due or to be refunded. A cancellation does, and so does its undo. Their event does
 * not contain the payment of the order.
 */
export const changesPayment = ({ status, from }: StatusChange) => status === "cancelled" || from === "cancelled";

/** `order.huids_changed`, and the answer of the call: patches every cached query that contains the item. */
export function orderHuidsChanged(change: HuidsChange): Thunk {
  return (dispatch) => {
    dispatch(huidsChangeSeen(change));
    dispatch(patchCaches(change, (draft) => patchHuids(draft, change)));
  };
}

/** `order.shipment_changed`, and the answer of the call: patches every cached query that contains the item. */
export function orderShipmentChanged(change: ShipmentChange): Thunk {
  return (dispatch) => {
    dispatch(shipmentChangeSeen(change));
    dispatch(patchCaches(change, (draft) => patchShipment(draft, change)));
  };
}

/** Adds a placed order; `insert` adds it to the lists of this entry. */
export function orderPlaced(order: Order, insert: (order: Order) => Thunk): Thunk {
  return (dispatch) => {
    dispatch(orderSeen(order));
    dispatch(insert(order));
  };
}

function patchCaches(change: { itemId: number; orderId: number }, patch: (draft: unknown) => void): Thunk {
  return (dispatch, getState) => {
    const holders = api.util.selectInvalidatedBy(getState(), [
      { type: "OrderItem", id: change.itemId },
      { type: "Order", id: change.orderId },
      // A long list provides one tag instead of one for each row.
      { type: "Order", id: "LIST" },
    ]);
    for (const { endpointName, originalArgs } of holders) {
      dispatch(
        api.util.updateQueryData(endpointName as never, originalArgs as never, (draft: unknown) => {
          patch(draft);
        }),
      );
    }
  };
}

/**
 * For `onQueryStarted` of queries that list orders: applies events that arrived before the response. An order that
 * arrived before the request is already part of the response if it belongs to the list. It is not inserted, because
 * only its state at placement is known.
 */
export async function applyRecentEvents(
  dispatch: (thunk: Thunk) => unknown,
  queryFulfilled: Promise<unknown>,
  insert?: (order: Order) => Thunk,
): Promise<void> {
  let known = new Set<number>();
  dispatch((_forward, getState: () => { recentOrders: RecentOrders }) => {
    known = new Set(getState().recentOrders.placed.map(({ id }) => id));
  });
  try {
    await queryFulfilled;
  } catch {
    return;
  }
  dispatch((forward, getState: () => { recentOrders: RecentOrders }) => {
    const { changes, huids, shipments, placed } = getState().recentOrders;
    if (insert) for (const order of placed) if (!known.has(order.id)) forward(insert(order));
    for (const change of changes) forward(patchCaches(change, (draft) => patchStatus(draft, change)));
    for (const change of huids) forward(patchCaches(change, (draft) => patchHuids(draft, change)));
    for (const change of shipments) forward(patchCaches(change, (draft) => patchShipment(draft, change)));
  });
}
