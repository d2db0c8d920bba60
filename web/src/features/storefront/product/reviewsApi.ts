import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { ReviewPage as Answer, ReviewIn, ReviewOut } from "@/shared/api/schema";

export type Review = ReviewOut;

export interface ReviewPage
  extends Pick<Answer, "nextCursor" | "rating" | "total" | "distribution" | "own" | "canReview"> {
  reviews: Review[];
}

interface Reader {
  productId: number;
  /** The answer includes the reader's own review, so the cache is separate for each user. */
  customerId: number | null;
}

const ofProduct = (productId: number) => [{ type: "Product" as const, id: productId }];

const reviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReviews: build.infiniteQuery<ReviewPage, Reader, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      },
      query: ({ queryArg: { productId }, pageParam }) => ({
        url: "review/",
        params: { productId, limit: 10, cursor: pageParam ?? undefined },
      }),
      transformResponse: (reviews: Review[], meta) => ({
        ...((meta as ApiMeta).body as unknown as ReviewPage),
        reviews,
      }),
      // A review changes the product's rating, and the server then sends a catalogue event.
      providesTags: (_page, _error, { productId }) => ["Review", ...ofProduct(productId)],
    }),
    writeReview: build.mutation<Review, ReviewIn>({
      query: ({ id, ...body }) => ({ url: "review/", params: { id }, method: "POST", body }),
      invalidatesTags: (_review, error, { productId }) => (error ? [] : ofProduct(productId)),
    }),
    deleteReview: build.mutation<null, { id: number; productId: number }>({
      query: ({ id }) => ({ url: "review/", params: { id }, method: "DELETE" }),
      invalidatesTags: (_none, error, { productId }) => (error ? [] : ofProduct(productId)),
    }),
  }),
});

export const { useGetReviewsInfiniteQuery, useWriteReviewMutation, useDeleteReviewMutation } = reviewsApi;
