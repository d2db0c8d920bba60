import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "./api";

// biome-ignore lint/suspicious/noExplicitAny: each entry has a store of its own shape
type Again = ThunkAction<void, any, unknown, UnknownAction>;

/**
 * An answer that is on its way may have been given before what was just done: once it is here, it is asked for again.
 * On a slow line a hand is faster than the first answer.
 */
export function againIfUnderWay(endpointName: string, tag: "Cart" | "Wishlist"): Again {
  return (dispatch, getState) => {
    const queries = Object.values((getState() as { api: ReturnType<typeof api.reducer> }).api.queries);
    const isUnderWay = queries.some((query) => query?.endpointName === endpointName && query.status === "pending");
    if (isUnderWay) dispatch(api.util.invalidateTags([tag]));
  };
}
