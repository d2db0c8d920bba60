import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { RateEffectOut } from "@/shared/api/schema";
import type { GoldRate } from "@/shared/api/types";

export interface RateFields {
  id?: number;
  r22kRate: number;
  r24kRate: number;
  date: string;
}

/** The effect of a rate that is not saved yet. */
export type RateEffect = RateEffectOut;

const address = ({ id }: RateFields, beside = {}) => ({
  url: "/goldrate/",
  method: "POST",
  params: { ...(id && { id }), ...beside },
});

const ratesApi = api.injectEndpoints({
  endpoints: (build) => ({
    rateList: build.infiniteQuery<ListPage<GoldRate>, ListArgs, string | null>({
      ...listEndpoint<GoldRate>("/goldrate/"),
      providesTags: ["GoldRate"],
    }),
    previewRate: build.mutation<RateEffect, RateFields>({
      query: (body) => ({ ...address(body, { dryRun: true }), body }),
    }),
    saveRate: build.mutation<
      GoldRate,
      RateFields & { confirm: boolean; seen?: Record<"r22kRate" | "r24kRate" | "date", string> }
    >({
      query: (body) => ({ ...address(body), body }),
      invalidatesTags: (_rate, error) => (error ? [] : ["GoldRate", "Product"]),
    }),
    previewRateDeletion: build.mutation<RateEffect, number>({
      query: (id) => ({ url: "/goldrate/", method: "DELETE", params: { id, dryRun: true } }),
    }),
    deleteRate: build.mutation<null, { id: number; confirm: boolean }>({
      query: (params) => ({ url: "/goldrate/", method: "DELETE", params }),
      invalidatesTags: (_none, error) => (error ? [] : ["GoldRate", "Product"]),
    }),
  }),
});

export const {
  useRateListInfiniteQuery,
  usePreviewRateMutation,
  usePreviewRateDeletionMutation,
  useSaveRateMutation,
  useDeleteRateMutation,
} = ratesApi;
