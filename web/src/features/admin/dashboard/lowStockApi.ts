import { api } from "@/shared/api/api";
import type { AdminProductOut } from "@/shared/api/schema";

const lowStockApi = api.injectEndpoints({
  endpoints: (build) => ({
    lowStock: build.query<AdminProductOut[], number>({
      query: (limit) => ({ url: "/product/", params: { stockLevel: "low", sort: "stockAsc", limit } }),
      providesTags: ["Product"],
    }),
  }),
});

export const { useLowStockQuery } = lowStockApi;
