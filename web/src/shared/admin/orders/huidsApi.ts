import { api } from "@/shared/api/api";
import type { HuidsIn, HuidsOut } from "@/shared/api/schema";
import type { OrderItem } from "@/shared/api/types";
import { orderHuidsChanged } from "@/shared/orders/orderEvents";

const huidsApi = api.injectEndpoints({
  endpoints: (build) => ({
    setHuids: build.mutation<HuidsOut, HuidsIn>({
      query: (body) => ({ url: "/order/huids/", method: "POST", body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(orderHuidsChanged(answer.data));
      },
    }),
  }),
});

export const { useSetHuidsMutation } = huidsApi;

/** Whether a piece of a hallmarked item has no HUID yet. An item of an older event has neither field. */
export const lacksHuids = ({ hallmark, huids, productQuantity }: OrderItem) =>
  Boolean(hallmark) && (huids?.length ?? 0) < productQuantity;

const huidPattern = /^[A-Z0-9]{6}$/;

/** The HUID that a text is, or null. */
export function huidOf(text: string): string | null {
  const huid = text.trim().toUpperCase();
  return huidPattern.test(huid) ? huid : null;
}
