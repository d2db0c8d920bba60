import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { Return } from "@/shared/orders/returnsApi";

type Counts = Record<Return["status"], number>;

interface ReturnsPage extends ListPage<Return> {
  /** All returns by status, whatever is searched for. */
  counts: Counts;
}

const pages = listEndpoint<Return>("/return/");

const returnsQueueApi = api.injectEndpoints({
  endpoints: (build) => ({
    returnsQueue: build.infiniteQuery<ReturnsPage, ListArgs, string | null>({
      ...pages,
      transformResponse: (rows: Return[], meta: unknown) => ({
        ...pages.transformResponse(rows, meta),
        counts: (meta as ApiMeta).body.counts as unknown as Counts,
      }),
      providesTags: ["Return"],
    }),
    /** One return, null where there is none. */
    oneReturn: build.query<Return | null, number>({
      query: (id) => ({ url: "/return/", params: { search: `R-${id}` } }),
      transformResponse: (rows: Return[], _meta, id) => rows.find((row) => row.id === id) ?? null,
      providesTags: ["Return"],
    }),
  }),
});

export const { useReturnsQueueInfiniteQuery, useOneReturnQuery } = returnsQueueApi;
