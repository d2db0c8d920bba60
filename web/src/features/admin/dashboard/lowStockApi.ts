import { api } from "@/shared/api/api";
import type { AdminProductOut } from "@/shared/api/schema";

const shown = 8;

const lowStockApi = api.injectEndpoints({
  endpoints: (build) => ({
    lowStock: build.query<AdminProductOut[], void>({
      query: () => ({ url: "/product/", params: { stockLevel: "low", sort: "stockAsc", limit: shown } }),
      providesTags: ["Product"],
    }),
  }),
});

export const { useLowStockQuery } = lowStockApi;
