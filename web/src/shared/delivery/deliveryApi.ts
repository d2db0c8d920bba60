import { api } from "@/shared/api/api";
import type { DeliveryEstimateOut } from "@/shared/api/schema";
import { dayOf } from "@/shared/format";
import { useFromNow } from "@/shared/hooks/useNow";

interface EstimateArgs {
  pinCode: string;
  /** The Indian day of the order. The server takes its own; the argument separates the responses of two days. */
  day: string;
}

const deliveryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** When an order that is placed now reaches a pin code. */
    estimateDelivery: build.query<DeliveryEstimateOut, EstimateArgs>({
      query: ({ pinCode }) => ({ url: "delivery/", params: { pincode: pinCode } }),
    }),
  }),
});

/** When an order that is placed today reaches a pin code; asked again when the day changes. */
export function useDeliveryEstimate(pinCode: string, { skip }: { skip: boolean }) {
  const day = useFromNow(dayOf);
  return deliveryApi.useEstimateDeliveryQuery({ pinCode, day }, { skip });
}
