import { api } from "@/shared/api/api";
import type { DeliveryEstimateOut } from "@/shared/api/schema";

const deliveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** When an order that is placed now reaches a pin code. */
    estimateDelivery: build.query<DeliveryEstimateOut, string>({
      query: (pinCode) => ({ url: "delivery/", params: { pincode: pinCode } }),
    }),
  }),
});

export const { useEstimateDeliveryQuery } = deliveryApi;
