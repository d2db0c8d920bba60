import { api } from "@/shared/api/api";
import type { AdminProductOut, CustomerRowOut } from "@/shared/api/schema";
import type { Order } from "@/shared/api/types";

export interface Found {
  orders: Order[];
  products: AdminProductOut[];
  customers: CustomerRowOut[];
}

const most = 5;

const findApi = api.injectEndpoints({
  endpoints: (build) => ({
    find: build.query<Found, string>({
      queryFn: async (search, _queries, _extra, call) => {
        const params = { search, limit: most };
        const answers = await Promise.all([
          call({ url: "/order/", params: { flag: "allOrders", ...params } }),
          call({ url: "/product/", params }),
          call({ url: "/customer/", params }),
        ]);
        const failed = answers.find(({ error }) => error);
        if (failed?.error) return { error: failed.error, meta: failed.meta };
        const [orders, products, customers] = answers.map(({ data }) => data);
        return { data: { orders, products, customers } as Found };
      },
      // What was found is gone to at once, or asked for anew.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useFindQuery } = findApi;
