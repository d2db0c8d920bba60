import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { ModeratedReviewOut, ModerationCounts, ModerationIn } from "@/shared/api/schema";

export type ModeratedReview = ModeratedReviewOut;

interface ReviewsPage extends ListPage<ModeratedReview> {
  /** All reviews by kind, whatever the search. */
  counts: ModerationCounts;
}

const pages = listEndpoint<ModeratedReview>("/review/", { flag: "moderation" });

const moderationApi = api.injectEndpoints({
  endpoints: (build) => ({
    moderatedReviews: build.infiniteQuery<ReviewsPage, ListArgs, string | null>({
      ...pages,
      transformResponse: (rows: ModeratedReview[], meta: unknown) => ({
        ...pages.transformResponse(rows, meta),
        counts: (meta as ApiMeta).body.counts as unknown as ModerationCounts,
      }),
      providesTags: ["Review"],
    }),
    moderateReview: build.mutation<ModeratedReview, ModerationIn>({
      query: (body) => ({ url: "/review/", params: { flag: "moderate" }, method: "POST", body }),
      // A 409 means that the review has changed.
      invalidatesTags: ["Review"],
    }),
  }),
});

export const { useModeratedReviewsInfiniteQuery, useModerateReviewMutation } = moderationApi;
