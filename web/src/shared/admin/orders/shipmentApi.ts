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
        if (!answer) return;
        dispatch(orderShipmentChanged(answer.data));
        dispatch(api.util.invalidateTags([{ type: "CustomerRecord", id: answer.data.customerId }]));
      },
    }),
  }),
});

export const { useGetShipmentChoiceQuery, useSetShipmentMutation } = shipmentApi;
