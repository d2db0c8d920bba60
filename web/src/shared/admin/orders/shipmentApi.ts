import { api } from "@/shared/api/api";
import type { ShipmentChoiceOut, ShipmentIn, ShipmentOut } from "@/shared/api/schema";
import { orderShipmentChanged } from "@/shared/orders/orderEvents";

const shipmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShipmentChoice: build.query<ShipmentChoiceOut, { itemId: number; version: number }>({
      query: ({ itemId }) => `order/shipment/?itemId=${itemId}`,
    }),
    setShipment: build.mutation<ShipmentOut, ShipmentIn>({
      query: (body) => ({ url: "/order/shipment/", method: "POST", body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(orderShipmentChanged(answer.data));
      },
    }),
  }),
});

export const { useGetShipmentChoiceQuery, useSetShipmentMutation } = shipmentApi;
