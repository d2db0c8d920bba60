import { api } from "@/shared/api/api";
import type { Thunk } from "@/shared/api/thunk";
import { addToBoard, type BoardState, boardApi, cachedLists, editOnBoard, findOrder } from "./boardApi";
import { paymentOutdated, paymentsRefetched, type RowMessagesState, selectOutdatedPayments } from "./rowMessagesSlice";

/** In milliseconds from a change to the new payments, so that many changes cause few requests. */
const refetchDelay = 300;

/** If more of the listed orders than this have a new payment, their lists are refetched instead of each order. */
const maxOrders = 10;

/**
 * Fetches the payment of an order for the lists and the pages that show it, after a change whose event does not contain
 * it: a cancellation, its undo, or a claim of another order with the same reference.
 */
export function refetchPaymentOf(orderId: number): Thunk {
  return (dispatch, getState) => {
    const isScheduled = selectOutdatedPayments(getState() as RowMessagesState).length > 0;
    dispatch(paymentOutdated(orderId));
    if (!isScheduled) setTimeout(() => void dispatch(refetchPayments()), refetchDelay);
  };
}

function refetchPayments(): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const state: RowMessagesState & BoardState = getState();
    const ids = selectOutdatedPayments(state);
    dispatch(paymentsRefetched());
    dispatch(api.util.invalidateTags(ids.map((id) => ({ type: "Order", id }))));
    const listed = ids.filter((id) => findOrder(state, id));
    if (listed.length > maxOrders) dispatch(api.util.invalidateTags([{ type: "Order", id: "LIST" }]));
    else for (const id of listed) await dispatch(refetchIntoLists(id));
  };
}

function refetchIntoLists(orderId: number): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const read = boardApi.endpoints.boardOrder.initiate(orderId, { forceRefetch: true, subscribe: false });
    const { data } = await dispatch(read);
    const state: BoardState = getState();
    const known = findOrder(state, orderId);
    // An event of the payment may have arrived during the request.
    if (!data || !known || known.payment.version > data.payment.version) return;
    const { payment } = data;
    for (const args of cachedLists(state)) {
      dispatch(editOnBoard(args, { id: orderId, payment }));
      dispatch(addToBoard(args, { ...known, payment }));
    }
  };
}
