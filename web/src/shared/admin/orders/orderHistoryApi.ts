import { api } from "@/shared/api/api";
import type { OrderHistoryOut } from "@/shared/api/schema";

export type OrderHistory = OrderHistoryOut;

const orderHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** It is refetched after events of the customer, and after hints that a mail was sent. */
    orderHistory: build.query<OrderHistory, { orderId: number; customerId: number }>({
      query: ({ orderId }) => ({ url: "order/history/", params: { orderId } }),
      providesTags: (_history, _error, { orderId, customerId }) => [
        { type: "CustomerRecord", id: customerId },
        { type: "Desk", id: orderId },
      ],
    }),
  }),
});

export const { useOrderHistoryQuery } = orderHistoryApi;
