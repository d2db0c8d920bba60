import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import { type BoardState, cachedLists, removeFromBoard } from "./boardApi";
import { countsTag } from "./boardCounts";

/** `order.deleted`: an admin deleted an order without items. */
// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
export function boardOrderDeleted(orderId: number): ThunkAction<void, any, unknown, UnknownAction> {
  return (dispatch, getState: () => BoardState) => {
    for (const args of cachedLists(getState())) dispatch(removeFromBoard(args, orderId));
    dispatch(api.util.invalidateTags([{ type: "Order", id: orderId }, { type: "Order", id: "ROWS" }, countsTag]));
  };
}
