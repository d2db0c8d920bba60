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
    globalSearch: build.query<SearchResults, { search: string; kinds: (keyof SearchResults)[] }>({
      queryFn: async ({ search, kinds }, _queries, _extra, call) => {
        const params = { search, limit: maxPerKind };
        const requests = {
          orders: { url: "/order/", params: { flag: "allOrders", ...params } },
          products: { url: "/product/", params },
          customers: { url: "/customer/", params },
        };
        const answers = await Promise.all(kinds.map((kind) => call(requests[kind])));
        const failed = answers.find(({ error }) => error);
        if (failed?.error) return { error: failed.error, meta: failed.meta };
        const found = Object.fromEntries(kinds.map((kind, at) => [kind, answers[at]?.data]));
        return { data: { orders: [], products: [], customers: [], ...found } as SearchResults };
      },
      // Results are used once, so they are not cached.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGlobalSearchQuery } = globalSearchApi;
