import { api } from "./api";
import { patchAfterLoading } from "./patchAfterLoading";
import type { StockRequestOut } from "./schema";

interface NewRequest {
  customerId: number;
  productId: number;
  /** The size that the shopper waits for; without it, the product in any size. */
  size?: string | null | undefined;
}

const stockRequestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The products for which the shopper waits. */
    getStockRequests: build.query<StockRequestOut[], number>({
      // With the id as argument, each shopper has a cache entry.
      query: (_customerId) => "stock/request/",
      providesTags: ["StockRequest"],
    }),
    addStockRequest: build.mutation<StockRequestOut, NewRequest>({
      query: ({ productId, size }) => ({
        url: "stock/request/",
        method: "POST",
        body: { productId, ...(size && { size }) },
      }),
      async onQueryStarted({ customerId }, { dispatch, queryFulfilled }) {
        const added = await queryFulfilled.catch(() => undefined);
        if (!added) return;
        const patch = stockRequestsApi.util.updateQueryData("getStockRequests", customerId, (requests) => {
          if (!requests.some(({ id }) => id === added.data.id)) requests.push(added.data);
        });
        dispatch(patch);
        await patchAfterLoading(dispatch, loadingOf(customerId), patch);
      },
      // The product may be back in stock.
      invalidatesTags: (_request, error) => (error ? ["StockRequest", "Product"] : []),
    }),
    removeStockRequest: build.mutation<null, { id: number; customerId: number }>({
      query: ({ id }) => ({ url: "stock/request/", params: { id }, method: "DELETE" }),
      async onQueryStarted({ id: removedId, customerId }, { dispatch, queryFulfilled }) {
        const removed = await queryFulfilled.catch(() => undefined);
        if (!removed) return;
        const patch = stockRequestsApi.util.updateQueryData("getStockRequests", customerId, (requests) =>
          requests.filter(({ id }) => id !== removedId),
        );
        dispatch(patch);
        await patchAfterLoading(dispatch, loadingOf(customerId), patch);
      },
      invalidatesTags: (_none, error) => (error ? ["StockRequest"] : []),
    }),
  }),
});

const loadingOf = (customerId: number) => stockRequestsApi.util.getRunningQueryThunk("getStockRequests", customerId);

export const { addStockRequest } = stockRequestsApi.endpoints;
export const { useGetStockRequestsQuery, useAddStockRequestMutation, useRemoveStockRequestMutation } = stockRequestsApi;
