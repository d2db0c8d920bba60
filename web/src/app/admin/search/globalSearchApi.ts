import { api } from "@/shared/api/api";
import type { AdminProductOut, CustomerRowOut } from "@/shared/api/schema";
import type { Order } from "@/shared/api/types";

export interface SearchResults {
  orders: Order[];
  products: AdminProductOut[];
  customers: CustomerRowOut[];
}

const maxPerKind = 5;

const globalSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    globalSearch: build.query<SearchResults, string>({
      queryFn: async (search, _queries, _extra, call) => {
        const params = { search, limit: maxPerKind };
        const answers = await Promise.all([
          call({ url: "/order/", params: { flag: "allOrders", ...params } }),
          call({ url: "/product/", params }),
          call({ url: "/customer/", params }),
        ]);
        const failed = answers.find(({ error }) => error);
        if (failed?.error) return { error: failed.error, meta: failed.meta };
        const [orders, products, customers] = answers.map(({ data }) => data);
        return { data: { orders, products, customers } as SearchResults };
      },
      // Results are used once, so they are not cached.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGlobalSearchQuery } = globalSearchApi;
