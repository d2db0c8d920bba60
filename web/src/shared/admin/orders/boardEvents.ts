import { api } from "@/shared/api/api";
import type { Thunk } from "@/shared/api/thunk";
import type { Order, OrderItem, StatusChange } from "@/shared/api/types";
import { changesPayment, orderStatusChanged } from "@/shared/orders/orderEvents";
import { type RecentOrders, orderSeen as rememberOrder } from "@/shared/orders/recentOrdersSlice";
import { statusWord } from "@/shared/ui/StatusBadge";
import {
  addToBoard,
  type BoardState,
  cachedLists,
  editOnBoard,
  fetchIntoLists,
  findOrder,
  removeFromBoard,
} from "./boardApi";
import { countsTag } from "./boardCounts";
import { applyOrderToFigures, applyStatusToFigures, countChangeOfFigures } from "./figuresApi";
import { refetchPaymentOf } from "./paymentRefetch";
import { orderArrived, type RowMessagesState, rowMessageSet, said, selectRowMessage } from "./rowMessagesSlice";

type State = BoardState & RowMessagesState & { recentOrders: RecentOrders };

const itemOf = (order: Order | undefined, itemId: number): OrderItem | undefined =>
  order?.items.find((item) => item.itemId === itemId);

/** `order.status_changed`: updates the row and shows who changed it, unless this page did. */
export function boardStatusChanged(change: StatusChange): Thunk {
  return (dispatch, getState) => {
    const state: State = getState();
    const { recentOrders } = state;
    const before = itemOf(findOrder(state, change.orderId), change.itemId);
    const isUnseen = isNewer(recentOrders, change) && (!before || before.version < change.version);
    dispatch(orderStatusChanged(change));
    if (!isUnseen) return;
    dispatch(addToMatchingLists(change));
    dispatch(applyStatusToFigures(change));
    if (changesPayment(change)) dispatch(refetchPaymentOf(change.orderId));
    const message = selectRowMessage(state, change.itemId);
    if (message?.kind === "saving" && message.to === change.status) return;
    if (message?.kind !== "saving") {
      const by = change.changedBy ?? "another admin";
      dispatch(rowMessageSet({ itemId: change.itemId, message: { kind: "changed", by, at: change.at } }));
      const back = change.undoes ? "back " : "";
      dispatch(said(`${by} set an item of order ${change.orderId} ${back}to ${statusWord(change.status)}`));
    }
  };
}

const isNewer = ({ changes }: RecentOrders, change: StatusChange) =>
  !changes.some((known) => known.itemId === change.itemId && known.version >= change.version);

// Lists that contain the item are patched elsewhere. Other lists may have to show it with its new status; the order is
// fetched only if no list contains it.
function addToMatchingLists({ orderId, status }: StatusChange): Thunk {
  return (dispatch, getState) => {
    const state: State = getState();
    const lists = cachedLists(state);
    const order = findOrder(state, orderId);
    if (order) for (const args of lists) dispatch(addToBoard(args, order));
    else if (lists.some((args) => args.status === status)) void dispatch(fetchIntoLists(orderId));
  };
}

/** An item got HUIDs or a tracking number, by which a list may search. `patch` updates the lists that contain it. */
export function boardItemChanged(orderId: number, patch: Thunk): Thunk {
  return (dispatch, getState) => {
    dispatch(patch);
    const state: State = getState();
    const order = findOrder(state, orderId);
    if (order) for (const args of cachedLists(state)) dispatch(addToBoard(args, order));
  };
}

/** Order lists that are refetched instead of patched. */
const rows = { type: "Order", id: "ROWS" } as const;

/** `order.placed`: inserts the order into all matching lists. */
export function boardOrderPlaced(order: Order): Thunk {
  return (dispatch, getState) => {
    const state: State = getState();
    const isNewOrder = findOrder(state, order.id) === undefined;
    dispatch(rememberOrder(order));
    for (const args of cachedLists(state)) dispatch(addToBoard(args, order));
    dispatch(api.util.invalidateTags([rows]));
    if (!isNewOrder) return;
    dispatch(applyOrderToFigures(order));
    dispatch(orderArrived(order.id));
    dispatch(said(`New order ${order.id} from ${order.customerName}`));
  };
}

/** `order.changed`: an admin edited an order or entered a manual one. */
export function boardOrderChanged(order: Order): Thunk {
  return (dispatch, getState) => {
    const state: State = getState();
    dispatch(api.util.invalidateTags([{ type: "Order", id: order.id }, rows, countsTag]));
    dispatch(countChangeOfFigures());
    for (const args of cachedLists(state)) {
      dispatch(editOnBoard(args, order));
      dispatch(addToBoard(args, order));
    }
  };
}

/** `order.deleted`: an admin deleted an order without items. */
export function boardOrderDeleted(orderId: number): Thunk {
  return (dispatch, getState) => {
    const state: State = getState();
    for (const args of cachedLists(state)) dispatch(removeFromBoard(args, orderId));
    dispatch(api.util.invalidateTags([{ type: "Order", id: orderId }, rows, countsTag]));
    dispatch(countChangeOfFigures());
  };
}
