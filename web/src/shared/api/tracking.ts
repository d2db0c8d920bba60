import { api } from "./api";
import type { TrackedOrderOut, TrackingIn, TrackingOut } from "./schema";

const trackingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The data of a tracking link, by its token. */
    trackOrder: build.query<TrackedOrderOut, string>({
      query: (token) => ({ url: "track/", params: { token } }),
      providesTags: ["Tracking"],
      keepUnusedDataFor: 0,
    }),
    /** The link of a shopper's own order. */
    getTrackingLink: build.query<TrackingOut, number>({
      query: (orderId) => `order/tracking/?orderId=${orderId}`,
      providesTags: ["Order"],
    }),
    changeTrackingLink: build.mutation<TrackingOut, TrackingIn>({
      query: (body) => ({ url: "/order/tracking/", method: "POST", body }),
      onQueryStarted: async ({ orderId }, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(trackingApi.util.upsertQueryData("getTrackingLink", orderId, answer.data));
      },
    }),
  }),
});

export const { useTrackOrderQuery, useGetTrackingLinkQuery, useChangeTrackingLinkMutation } = trackingApi;
