import { useEffect, useState } from "react";
import { api } from "@/shared/api/api";
import type { DeliveryEstimateOut } from "@/shared/api/schema";
import { dayOf } from "@/shared/format";

interface EstimateArgs {
  pinCode: string;
  /** The Indian day of the order. The server takes its own; the argument separates the answers of two days. */
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
  const day = useToday();
  return deliveryApi.useEstimateDeliveryQuery({ pinCode, day }, { skip });
}

const checkInterval = 20_000;

/** The Indian day, also on a page that stays open over midnight. */
function useToday(): string {
  const [day, setDay] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setDay(dayOf(Date.now())), checkInterval);
    return () => clearInterval(timer);
  }, []);
  return day;
}
