import { api } from "@/shared/api/api";
import type { ConsumerOut, DeadLetterOut, FindingOut, ProcessOut, QueueOut, StandingOut } from "@/shared/api/schema";
import { type ListArgs, type ListPage, pagesOf } from "@/shared/portal/lists";

/** Ages and spans are seconds, unless a name says ms. */
export type Standing = StandingOut;
export type Level = StandingOut["level"];
export type Finding = FindingOut;
export type Queue = QueueOut;
export type Consumer = ConsumerOut;
export type Process = ProcessOut;
export type DeadLetter = DeadLetterOut;

interface Settling {
  flag: "retry" | "discard";
  ids?: number[];
  all?: boolean;
}

const operationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    standing: build.query<Standing, void>({
      query: () => "/operations/",
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    deadLetters: build.infiniteQuery<ListPage<DeadLetter>, ListArgs, string | null>({
      ...pagesOf<DeadLetter>("/operations/dead/"),
      providesTags: ["Operations"],
      keepUnusedDataFor: 0,
    }),
    settleDead: build.mutation<{ ids: number[] }, Settling>({
      query: ({ flag, ids, all }) => ({
        url: "/operations/dead/",
        method: "POST",
        params: { flag },
        body: all ? { all } : { ids },
      }),
      // Refused or not, somebody else may have been there first.
      invalidatesTags: ["Operations", "Audit"],
    }),
  }),
});

export const { useStandingQuery, useDeadLettersInfiniteQuery, useSettleDeadMutation } = operationsApi;
