import { applyRecentEvents } from "@/shared/orders/orderEvents";
import { insertOrderLines } from "@/shared/orders/statusPatch";
import { api } from "./api";
import type { ApiMeta } from "./baseQuery";
import type { Thunk } from "./thunk";
import type { Order, OrderLine } from "./types";

export interface OrderLinesPage {
  lines: OrderLine[];
  nextCursor: string | null;
}

/** The tag of whether the shopper has reviewed a product of the orders. */
export const ownReviewOf = (productId: number) => ({ type: "Order" as const, id: `review ${productId}` });

const myOrdersApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMyOrders: build.infiniteQuery<OrderLinesPage, number, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      },
      query: ({ queryArg: customerId, pageParam: cursor }) => ({
        url: "order/",
        params: { customerId, cursor: cursor ?? undefined },
      }),
      transformResponse: (lines: OrderLine[], meta) => ({
        lines,
        nextCursor: ((meta as ApiMeta).body.nextCursor as string | null | undefined) ?? null,
      }),
      providesTags: (result) => [
        "Order",
        ...(result?.pages ?? []).flatMap(({ lines }) =>
          lines.flatMap(({ itemId, orderId, productId }) => [
            { type: "OrderItem" as const, id: itemId },
            { type: "Order" as const, id: orderId },
            ownReviewOf(productId),
          ]),
        ),
      ],
      onQueryStarted: (_, { dispatch, queryFulfilled }) => applyRecentEvents(dispatch, queryFulfilled, orderInserted),
    }),
  }),
});

export const { useGetMyOrdersInfiniteQuery } = myOrdersApi;

/** Inserts a placed order at the top of the shopper's list, if that is loaded. */
export function orderInserted(order: Order): Thunk {
  return myOrdersApi.util.updateQueryData(
    "getMyOrders",
    order.customerId,
    ({ pages }) => {
      const known = pages.some(({ lines }) => lines.some((line) => line.orderId === order.id));
      if (!known && pages[0]) insertOrderLines(pages[0].lines, order);
    },
    true,
  );
}
