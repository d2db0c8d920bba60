import { api } from "@/shared/api/api";
import type { PanIn, PanOut, RevealIn, WholePanOut } from "@/shared/api/schema";

export type Pan = PanOut;

const panApi = api.injectEndpoints({
  endpoints: (build) => ({
    pan: build.query<Pan, number>({
      query: (orderId) => ({ url: "order/pan/", params: { orderId } }),
      providesTags: (_pan, _error, id) => [{ type: "Order", id }],
    }),
    addPan: build.mutation<Pan, PanIn>({
      query: (body) => ({ url: "order/pan/", method: "POST", body }),
      invalidatesTags: (_pan, error, { orderId }) => (error ? [] : [{ type: "Order", id: orderId }]),
    }),
    revealPan: build.mutation<WholePanOut, RevealIn>({
      query: (body) => ({ url: "order/pan/", params: { flag: "reveal" }, method: "POST", body }),
    }),
  }),
});

export const { usePanQuery, useAddPanMutation, useRevealPanMutation } = panApi;
