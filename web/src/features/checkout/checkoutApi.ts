import { api } from "@/shared/api/api";
import { orderInserted } from "@/shared/api/myOrders";
import type { Address, NewAddress, NewOrder, Order } from "@/shared/api/types";
import { orderPlaced } from "@/shared/orders/orderEvents";

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAddresses: build.query<Address[], number>({
      query: (customerId) => ({ url: "address/", params: { customerId } }),
      providesTags: ["Address"],
    }),
    addAddress: build.mutation<Address, NewAddress>({
      query: (body) => ({ url: "address/", method: "POST", body }),
      async onQueryStarted({ customerId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => undefined);
        if (!saved) return;
        dispatch(
          checkoutApi.util.updateQueryData("getAddresses", customerId, (addresses) => {
            addresses.unshift(saved.data);
          }),
        );
      },
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
        if (placed) dispatch(orderPlaced(placed.data, orderInserted));
      },
      // The order emptied its lines from the cart; a refusal means that the cart shows old prices.
      invalidatesTags: ["Cart"],
    }),
  }),
});

export const { useGetAddressesQuery, useAddAddressMutation, usePlaceOrderMutation } = checkoutApi;
