import { api } from "@/shared/api/api";
import type { AdminPaymentChangeOut, ConfirmIn, PaymentEntryOut, RefundByHandIn, RefundIn } from "@/shared/api/schema";
import type { Thunk } from "@/shared/api/thunk";
import { addToBoard, type BoardState, cachedLists, editOnBoard, fetchIntoLists, findOrder } from "./boardApi";
import { countsTag } from "./boardCounts";
import { refetchPaymentOf } from "./paymentRefetch";
import { said } from "./rowMessagesSlice";

export type PaymentEntry = PaymentEntryOut;
export type PaymentChange = AdminPaymentChangeOut;

interface SeenPayment {
  orderId: number;
  version: number;
}

export const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    paymentEntries: build.query<PaymentEntry[], number>({
      query: (orderId) => ({ url: "payment/", params: { orderId } }),
      providesTags: (_entries, _error, id) => [{ type: "Order", id }],
    }),
    confirmPayment: build.mutation<PaymentChange, ConfirmIn>({
      query: (body) => ({ url: "payment/confirm/", method: "POST", body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => applyAnswer(dispatch, queryFulfilled),
    }),
    rejectPayment: build.mutation<PaymentChange, SeenPayment & { reason: string }>({
      query: (body) => ({ url: "payment/reject/", method: "POST", body }),
      onQueryStarted: (_, { dispatch, queryFulfilled }) => applyAnswer(dispatch, queryFulfilled),
    }),
    /** Lets the provider retry a refund that failed. */
    retryRefund: build.mutation<PaymentChange, SeenPayment>({
      query: (body) => ({ url: "payment/refund/retry/", method: "POST", body }),
      invalidatesTags: (_answer, _error, { orderId }) => [{ type: "Order", id: orderId }],
      onQueryStarted: (_, { dispatch, queryFulfilled }) => applyAnswer(dispatch, queryFulfilled),
    }),
    /** Records that staff sent the money of failed refunds by hand. */
    sendRefundByHand: build.mutation<PaymentChange, RefundByHandIn>({
      query: (body) => ({ url: "payment/refund/sent/", method: "POST", body }),
      invalidatesTags: (_answer, _error, { orderId }) => [{ type: "Order", id: orderId }],
      onQueryStarted: (_, { dispatch, queryFulfilled }) => applyAnswer(dispatch, queryFulfilled),
    }),
    /** A refund is refused if its order has changed, so both are refetched. */
    refundPayment: build.mutation<PaymentChange, RefundIn>({
      query: (body) => ({ url: "payment/refund/", method: "POST", body }),
      invalidatesTags: (_answer, _error, { orderId }) => ["Return", { type: "Order", id: orderId }],
      onQueryStarted: (_, { dispatch, queryFulfilled }) => applyAnswer(dispatch, queryFulfilled),
    }),
  }),
});

export const {
  usePaymentEntriesQuery,
  useConfirmPaymentMutation,
  useRejectPaymentMutation,
  useRefundPaymentMutation,
  useRetryRefundMutation,
  useSendRefundByHandMutation,
} = paymentsApi;

async function applyAnswer(
  dispatch: (thunk: Thunk) => unknown,
  queryFulfilled: Promise<{ data: PaymentChange }>,
): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined);
  if (answer) dispatch(boardPaymentChanged(answer.data));
}

/** `payment.changed`: updates the order in every list, and the open details. */
export function boardPaymentChanged({ orderId, payment, kind }: PaymentChange): Thunk {
  return (dispatch, getState) => {
    const state: BoardState = getState();
    const order = findOrder(state, orderId);
    const isNews = !order || order.payment.version < payment.version;
    dispatch(api.util.invalidateTags([{ type: "Order", id: orderId }, { type: "Order", id: "STUCK" }, countsTag]));
    // The orders with the same reference have no event, but must show now that it was used twice.
    if (kind === "claim") for (const id of payment.usedIn) dispatch(refetchPaymentOf(id));
    if (!isNews) return;
    if (kind === "claim") dispatch(said(`Order ${orderId}: the shopper has paid`));
    const lists = cachedLists(state);
    if (order) {
      for (const args of lists) {
        dispatch(editOnBoard(args, { id: orderId, payment }));
        dispatch(addToBoard(args, { ...order, payment }));
      }
    } else if (lists.some((args) => args.payment === payment.status)) void dispatch(fetchIntoLists(orderId));
  };
}
