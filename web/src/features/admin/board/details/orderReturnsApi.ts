import { api } from "@/shared/api/api";
import type { Return } from "@/shared/orders/returnsApi";

const orderReturnsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The search also finds a return whose own number it is; a bare number would also be searched in names. */
    returnsOfOrder: build.query<Return[], number>({
      query: (orderId) => ({ url: "/return/", params: { search: `#${orderId}` } }),
      transformResponse: (found: Return[], _meta, orderId) => found.filter((each) => each.orderId === orderId),
      providesTags: ["Return"],
    }),
  }),
});

export const { useReturnsOfOrderQuery } = orderReturnsApi;
