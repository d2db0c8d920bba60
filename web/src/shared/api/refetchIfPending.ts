import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "./api";

// biome-ignore lint/suspicious/noExplicitAny: each entry has a store of its own shape
type RefetchThunk = ThunkAction<void, any, unknown, UnknownAction>;

/** Refetches a pending query after a mutation, because its answer may be older than the mutation. */
export function refetchIfPending(endpointName: string, tag: "Cart" | "StockRequest"): RefetchThunk {
  return (dispatch, getState) => {
    const queries = Object.values((getState() as { api: ReturnType<typeof api.reducer> }).api.queries);
    const isUnderWay = queries.some((query) => query?.endpointName === endpointName && query.status === "pending");
    if (isUnderWay) dispatch(api.util.invalidateTags([tag]));
  };
}
