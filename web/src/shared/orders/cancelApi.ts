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
    /** The caller applies the response, or the items of a refusal, to the lists. */
    cancelItems: build.mutation<StatusChange[], Cancellation>({
      query: (body) => ({ url: "/order/cancel/", method: "POST", body }),
    }),
  }),
});

export const { useCancelItemsMutation } = cancelApi;

/** The current items of the order, which a refusal contains. */
export function presentItems(error: unknown): StatusChange[] {
  const data =
    isApiError(error) && error.status === 409 ? (error.data as { items?: StatusChange[] } | undefined) : null;
  return data?.items ?? [];
}
