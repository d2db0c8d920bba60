import { api } from "@/shared/api/api";
import type { OrderHistoryOut } from "@/shared/api/schema";

export type OrderHistory = OrderHistoryOut;

const orderHistoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Events of the customer, and hints that a mail was sent, fetch it again. */
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
