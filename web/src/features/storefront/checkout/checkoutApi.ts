import { api } from "@/shared/api/api";
import { forgetKeys } from "@/shared/api/idempotencyKeys";
import { orderInserted } from "@/shared/api/myOrders";
import type { HoldIn, HoldOut } from "@/shared/api/schema";
import type { NewOrder, Order } from "@/shared/api/types";
import { orderPlaced } from "@/shared/orders/orderEvents";

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    holdPrice: build.mutation<HoldOut, HoldIn["items"]>({
      query: (items) => ({ url: "hold/", method: "POST", body: { items } }),
    }),
    placeOrder: build.mutation<Order, { key: string; order: NewOrder }>({
      query: ({ key, order }) => ({
        url: "order/",
        method: "POST",
        body: order,
        headers: { "Idempotency-Key": key },
      }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const placed = await queryFulfilled.catch(() => undefined);
        forgetKeys("cart/");
        if (placed) dispatch(orderPlaced(placed.data, orderInserted));
      },
      // The order empties the cart; a refusal means that the cart has old prices.
      invalidatesTags: ["Cart"],
    }),
  }),
});

export const { useHoldPriceMutation, usePlaceOrderMutation } = checkoutApi;
