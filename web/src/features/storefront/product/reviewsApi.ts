import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import { ownReviewOf } from "@/shared/api/myOrders";
import type {
  ReviewPage as Answer,
  HelpfulOut,
  OwnReviewOut,
  ReviewIn,
  ReviewOut,
  ReviewPhotoOut,
  UploadOut,
} from "@/shared/api/schema";
import { formOf, type OnProgress, sendForm } from "@/shared/api/sendForm";

export type Review = ReviewOut;
export type OwnReview = OwnReviewOut;
export type ReviewPhoto = ReviewPhotoOut;

export interface ReviewPage
  extends Pick<Answer, "nextCursor" | "rating" | "total" | "distribution" | "own" | "canReview"> {
  reviews: Review[];
}

interface Reader {
  productId: number;
  /** The response includes the reader's own review, so the cache is separate for each shopper. */
  customerId: number | null;
}

interface Mark {
  reviewId: number;
  helpful: boolean;
  reader: Reader;
}

function updateReview(pages: ReviewPage[], id: number, change: (review: Review) => void) {
  for (const { reviews } of pages) for (const review of reviews) if (review.id === id) change(review);
}

const ofReviews = (productId: number) => [{ type: "Review" as const, id: productId }];
// A review changes the rating of its product.
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
      providesTags: (_page, _error, { productId }) => ofReviews(productId),
    }),
    /** Checks and stores a photo before the review is sent; the response has its key. */
    uploadReviewPhoto: build.mutation<UploadOut, { file: File; onProgress: OnProgress }>({
      queryFn: async ({ file, onProgress }, call) =>
        (await sendForm("/review/photo/", formOf({ imageUrl: file }), call, onProgress)) as { data: UploadOut },
    }),
    markHelpful: build.mutation<HelpfulOut, Mark>({
      query: ({ reviewId, helpful }) => ({ url: "review/helpful/", method: "POST", body: { reviewId, helpful } }),
      async onQueryStarted({ reader }, { dispatch, queryFulfilled }) {
        const marked = await queryFulfilled.catch(() => undefined);
        if (!marked) return;
        const { reviewId, helpful, isMarked } = marked.data;
        dispatch(
          reviewsApi.util.updateQueryData("getReviews", reader, (cached) =>
            updateReview(cached.pages, reviewId, (review) => Object.assign(review, { helpful, isMarked })),
          ),
        );
      },
      invalidatesTags: (_marked, error, { reader }) => (error ? ofReviews(reader.productId) : []),
    }),
    writeReview: build.mutation<OwnReview, ReviewIn>({
      query: ({ id, ...body }) => ({ url: "review/", params: { id }, method: "POST", body }),
      invalidatesTags: (_review, error, { productId }) =>
        error ? [] : [...ofReviews(productId), ...ofProduct(productId), ownReviewOf(productId)],
    }),
    deleteReview: build.mutation<null, { id: number; productId: number }>({
      query: ({ id }) => ({ url: "review/", params: { id }, method: "DELETE" }),
      invalidatesTags: (_none, error, { productId }) =>
        error ? [] : [...ofReviews(productId), ...ofProduct(productId), ownReviewOf(productId)],
    }),
  }),
});

export const {
  useGetReviewsInfiniteQuery,
  useWriteReviewMutation,
  useDeleteReviewMutation,
  useMarkHelpfulMutation,
  useUploadReviewPhotoMutation,
} = reviewsApi;
