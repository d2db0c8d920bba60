import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { Order } from "@/shared/api/types";
import { catchUpAnswer } from "@/shared/orders/orderEvents";
import { type ListArgs, type ListPage, pagesOf } from "@/shared/portal/lists";

/** An order's own fields, as the form has them. */
export interface OrderFields {
  customerId: number;
  totalQuantity: number;
  totalAmount: number;
  /** `2026-11-21`, India's day. */
  orderedDate: string;
  deliveryDate: string;
  currentStatus: string;
}

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderList: build.infiniteQuery<ListPage<Order>, ListArgs, string | null>({
      ...pagesOf<Order>("/order/", { flag: "allOrders" }),
      // Read anew where an order comes or is edited, unlike the board's own lists, which take it in.
      providesTags: [
        { type: "Order", id: "LIST" },
        { type: "Order", id: "ROWS" },
      ],
      onQueryStarted: (_args, { dispatch, queryFulfilled }) => catchUpAnswer(dispatch, queryFulfilled),
    }),
    orderWithItems: build.query<Order, number>({
      query: (id) => ({ url: "/order/", params: { id } }),
      transformResponse: (order: Order, meta) => ({
        ...order,
        items: ((meta as ApiMeta).body.items as Order["items"] | undefined) ?? order.items,
      }),
      providesTags: (_order, _error, id) => [{ type: "Order", id }],
      onQueryStarted: (_id, { dispatch, queryFulfilled }) => catchUpAnswer(dispatch, queryFulfilled),
    }),
    saveOrder: build.mutation<Order, { id?: number; fields: Partial<OrderFields> }>({
      query: ({ id, fields }) => ({ url: "/order/", method: "POST", params: { ...(id && { id }) }, body: fields }),
      invalidatesTags: (_order, error) => (error ? [] : [{ type: "Order", id: "LIST" }]),
    }),
  }),
});

export const { useOrderListInfiniteQuery, useOrderWithItemsQuery, useSaveOrderMutation } = ordersApi;
