import { api } from "@/shared/api/api";
import type { PieceToPackOut, ScanOut } from "@/shared/api/schema";

export type PieceToPack = PieceToPackOut;
export type FoundScan = ScanOut;

const packingApi = api.injectEndpoints({
  endpoints: (build) => ({
    piecesToPack: build.query<PieceToPack[], number[]>({
      query: (orderIds) => ({ url: "order/packing/", params: { orderIds: orderIds.join(",") } }),
      // The bin is a field of the product.
      providesTags: ["Product"],
    }),
    findScan: build.query<FoundScan, string>({
      query: (text) => ({ url: "order/packing/scan/", params: { text } }),
    }),
  }),
});

export const { usePiecesToPackQuery, useLazyPiecesToPackQuery, useLazyFindScanQuery } = packingApi;
