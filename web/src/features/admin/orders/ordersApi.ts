import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { AdminProductOut, CustomerRowOut } from "@/shared/api/schema";
import type { NewOrder, Order } from "@/shared/api/types";
import { applyRecentEvents } from "@/shared/orders/orderEvents";

/** An order's own fields, as the form has them. */
export interface OrderFields {
  customerId: number;
  totalQuantity: number;
  totalAmount: number;
  /** `2026-11-21`, in Indian time. */
  orderedDate: string;
  deliveryDate: string;
  currentStatus: string;
}

const maxResults = 8;

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    orderList: build.infiniteQuery<ListPage<Order>, ListArgs, string | null>({
      ...listEndpoint<Order>("/order/", { flag: "allOrders" }),
      // Refetched when an order is placed or edited, unlike the board's lists, which are patched.
      providesTags: [
        { type: "Order", id: "LIST" },
        { type: "Order", id: "ROWS" },
      ],
      onQueryStarted: (_args, { dispatch, queryFulfilled }) => applyRecentEvents(dispatch, queryFulfilled),
    }),
    saveOrder: build.mutation<Order, { id?: number; fields: Partial<OrderFields> & { seen?: Partial<OrderFields> } }>({
      query: ({ id, fields }) => ({ url: "/order/", method: "POST", params: { ...(id && { id }) }, body: fields }),
      invalidatesTags: (_order, error) => (error ? [] : [{ type: "Order", id: "LIST" }]),
    }),
    placeOrderFor: build.mutation<Order, { key: string; order: NewOrder }>({
      query: ({ key, order }) => ({
        url: "/order/",
        method: "POST",
        body: order,
        headers: { "Idempotency-Key": key },
      }),
      // A refusal means that a price or a stock has changed.
      invalidatesTags: (_order, error) => (error ? ["Product"] : [{ type: "Order", id: "LIST" }]),
    }),
    customersFound: build.query<CustomerRowOut[], string>({
      query: (search) => ({ url: "/customer/", params: { search, limit: maxResults } }),
      keepUnusedDataFor: 0,
    }),
    productsFound: build.query<AdminProductOut[], string>({
      query: (search) => ({ url: "/product/", params: { search, limit: maxResults } }),
      keepUnusedDataFor: 0,
    }),
    orderedProducts: build.query<AdminProductOut[], number[]>({
      queryFn: async (ids, _queries, _extra, call) => {
        const answers = await Promise.all(ids.map((id) => call({ url: "/product/", params: { id } })));
        const failed = answers.find(({ error }) => error);
        if (failed?.error) return { error: failed.error, meta: failed.meta };
        return { data: answers.map(({ data }) => data as AdminProductOut) };
      },
      providesTags: ["Product", "GoldRate"],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useOrderListInfiniteQuery,
  useSaveOrderMutation,
  usePlaceOrderForMutation,
  useCustomersFoundQuery,
  useProductsFoundQuery,
  useOrderedProductsQuery,
} = ordersApi;
