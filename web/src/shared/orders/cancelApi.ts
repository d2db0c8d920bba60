import { api } from "@/shared/api/api";
import { isApiError } from "@/shared/api/errors";
import type { StatusChange } from "@/shared/api/types";

interface Cancellation {
  orderId: number;
  itemIds: number[];
  reason: string;
}

const cancelApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The caller applies the answer, or the items of a refusal, to the lists. */
    cancelItems: build.mutation<StatusChange[], Cancellation>({
      query: (body) => ({ url: "/order/cancel/", method: "POST", body }),
    }),
  }),
});

export const { useCancelItemsMutation } = cancelApi;

/** The items of the order as they are now, which a refusal carries. */
export function presentItems(error: unknown): StatusChange[] {
  const data =
    isApiError(error) && error.status === 409 ? (error.data as { items?: StatusChange[] } | undefined) : null;
  return data?.items ?? [];
}
