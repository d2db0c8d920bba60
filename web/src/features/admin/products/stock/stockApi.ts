import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { CorrectionIn, MovementOut, MovementPage } from "@/shared/api/schema";

export type Movement = MovementOut;

interface Movements extends Pick<MovementPage, "stockQuantity" | "waiting"> {
  /** The newest first, at most `shown` of them. */
  rows: Movement[];
  hasMore: boolean;
}

const shown = 50;

const stockApi = api.injectEndpoints({
  endpoints: (build) => ({
    stockMovements: build.query<Movements, number>({
      query: (productId) => ({ url: "/stock/", params: { productId, limit: shown } }),
      transformResponse: (rows: Movement[], meta: unknown) => {
        const { stockQuantity, waiting, nextCursor } = (meta as ApiMeta).body as unknown as MovementPage;
        return { rows, stockQuantity, waiting, hasMore: nextCursor !== null };
      },
      providesTags: ["StockMovement"],
    }),
    correctStock: build.mutation<Movement, CorrectionIn>({
      query: (body) => ({ url: "/stock/", method: "POST", body }),
      // Refetched after a refusal too, because the count may have changed.
      invalidatesTags: ["Product", "StockMovement"],
    }),
  }),
});

export const { useStockMovementsQuery, useCorrectStockMutation } = stockApi;
