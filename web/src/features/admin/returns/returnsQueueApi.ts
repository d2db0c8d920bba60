import { type Desk, deskSeen } from "@/shared/admin/desk/deskSlice";
import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { Return } from "@/shared/orders/returnsApi";

interface ReturnsPage extends ListPage<Return> {
  /** All returns by status, whatever the search. */
  counts: Record<Return["status"], number>;
  /** The returns of the listed status by the assignment of their orders. */
  deskCounts: { mine: number; unassigned: number };
  desk: Desk[];
}

const pages = listEndpoint<Return>("/return/");

const returnsQueueApi = api.injectEndpoints({
  endpoints: (build) => ({
    returnsQueue: build.infiniteQuery<ReturnsPage, ListArgs, string | null>({
      ...pages,
      transformResponse: (rows: Return[], meta: unknown) => {
        const { counts, deskCounts, desk } = (meta as ApiMeta).body as unknown as Omit<
          ReturnsPage,
          keyof ListPage<Return>
        >;
        return { ...pages.transformResponse(rows, meta), counts, deskCounts, desk };
      },
      providesTags: ["Return", "Desk"],
      onQueryStarted: async (_args, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(deskSeen(answer.data.pages.flatMap(({ desk }) => desk)));
      },
    }),
    /** One return, or null if there is none. */
    oneReturn: build.query<Return | null, number>({
      query: (id) => ({ url: "/return/", params: { search: `R-${id}` } }),
      transformResponse: (rows: Return[], _meta, id) => rows.find((row) => row.id === id) ?? null,
      providesTags: ["Return"],
    }),
  }),
});

export const { useReturnsQueueInfiniteQuery, useOneReturnQuery } = returnsQueueApi;
