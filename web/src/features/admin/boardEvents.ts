import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { Order, OrderItem, StatusChange } from "@/shared/api/types";
import { orderStatusChanged } from "@/shared/orders/orderEvents";
import { isKnown, isSeen, type RecentOrders, orderSeen as rememberOrder } from "@/shared/orders/recentOrdersSlice";
import { statusWord } from "@/shared/ui/StatusBadge";
import { addToBoard, type BoardState, boardApi, editOnBoard, findOrder, listsOf, ordersIn } from "./boardApi";
import type { BoardArgs } from "./boardArgs";
import { countAgain, countChange, countOrder } from "./boardCounts";
import { orderCounted, statusCounted } from "./figuresApi";
import { type MarksState, marked, orderArrived, said, selectMark } from "./marksSlice";

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type BoardThunk<T = void> = ThunkAction<T, any, unknown, UnknownAction>;
type State = BoardState & MarksState & { recentOrders: RecentOrders };

const itemOf = (order: Order | undefined, itemId: number): OrderItem | undefined =>
  order?.items.find((item) => item.itemId === itemId);

/** `order.status_changed`: the row changes where it stands, and says by whom unless it was this page's own doing. */
export function boardStatusChanged(change: StatusChange): BoardThunk {
  return (dispatch, getState) => {
    const state: State = getState();
    const { recentOrders } = state;
    const before = itemOf(findOrder(state, change.orderId), change.itemId);
    const isNews = isNewer(recentOrders, change) && (!before || before.version < change.version);
    if (!isSeen(recentOrders, change)) dispatch(countChange(change));
    dispatch(orderStatusChanged(change));
    if (!isNews) return;
    dispatch(moveInLists(change));
    dispatch(statusCounted(change));
    const mark = selectMark(state, change.itemId);
    if (mark?.kind === "saving" && mark.to === change.status) return;
    if (mark?.kind !== "saving") {
      const by = change.changedBy ?? "another admin";
      dispatch(marked({ itemId: change.itemId, mark: { kind: "changed", by, at: change.at } }));
      const back = change.undoes ? "back " : "";
      dispatch(said(`${by} set an item of order ${change.orderId} ${back}to ${statusWord(change.status)}`));
    }
  };
}

const isNewer = ({ changes }: RecentOrders, change: StatusChange) =>
  !changes.some((known) => known.itemId === change.itemId && known.version >= change.version);

// The shared patch reaches the lists that hold the item. A list that does not hold it may have to take it in, when it
// shows the item's new status; only an order that no list holds is read.
function moveInLists(change: StatusChange): BoardThunk {
  return (dispatch, getState) => {
    const state: State = getState();
    const order = findOrder(state, change.orderId);
    for (const args of listsOf(state)) {
      if (ordersIn(state, args).some(({ id }) => id === change.orderId)) continue;
      if (order) dispatch(addToBoard(args, order));
      else if (args.status === change.status) void dispatch(readInto(args, change.orderId));
    }
  };
}

function readInto(args: BoardArgs, orderId: number): BoardThunk<Promise<void>> {
  return async (dispatch) => {
    const read = dispatch(boardApi.endpoints.boardOrder.initiate(orderId, { subscribe: false }));
    const { data } = await read;
    if (data) dispatch(addToBoard(args, data));
  };
}

/** Lists of orders that read themselves anew. */
const rows = { type: "Order", id: "ROWS" } as const;

/** `order.placed`: the order slides in on top of every list that shows it. */
export function boardOrderPlaced(order: Order): BoardThunk {
  return (dispatch, getState) => {
    const state: State = getState();
    const isNews = findOrder(state, order.id) === undefined;
    if (!isKnown(state.recentOrders, order)) dispatch(countOrder(order));
    dispatch(rememberOrder(order));
    for (const args of listsOf(state)) dispatch(addToBoard(args, order));
    dispatch(api.util.invalidateTags([rows]));
    if (!isNews) return;
    dispatch(orderCounted(order));
    dispatch(orderArrived(order.id));
    dispatch(said(`New order ${order.id} from ${order.customerName}`));
  };
}

/** `order.changed`: an admin edited an order, or wrote one down that came another way. */
export function boardOrderChanged(order: Order): BoardThunk {
  return (dispatch, getState) => {
    const state: State = getState();
    dispatch(api.util.invalidateTags([{ type: "Order", id: order.id }, rows]));
    for (const args of listsOf(state)) {
      dispatch(editOnBoard(args, order));
      dispatch(addToBoard(args, order));
    }
    dispatch(countAgain());
  };
}
