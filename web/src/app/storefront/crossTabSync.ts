import { isFulfilled, type Middleware } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";

/** Tags that each mutation invalidates in the other tabs. The session is synchronised through localStorage. */
const staleTags: Record<string, ("Cart" | "Wishlist" | "StockRequest" | "Address")[]> = {
  addToCart: ["Cart"],
  changeQuantity: ["Cart"],
  changeSize: ["Cart"],
  removeFromCart: ["Cart"],
  placeOrder: ["Cart"],
  addToWishlist: ["Wishlist"],
  removeFromWishlist: ["Wishlist"],
  addStockRequest: ["StockRequest"],
  removeStockRequest: ["StockRequest"],
  addAddress: ["Address"],
  changeAddress: ["Address"],
  removeAddress: ["Address"],
};

/** Broadcasts mutations to the other tabs of this browser and refetches what they changed. */
export const crossTabSync: Middleware = (store) => {
  const channel = new BroadcastChannel("swarna");
  channel.onmessage = ({ data: tags }) => store.dispatch(api.util.invalidateTags(tags));
  return (next) => (action) => {
    const result = next(action);
    const tags = staleTagsOf(action);
    if (tags) channel.postMessage(tags);
    return result;
  };
};

function staleTagsOf(action: unknown) {
  if (!isFulfilled(action)) return undefined;
  const { endpointName } = action.meta.arg as { endpointName?: string };
  return endpointName === undefined ? undefined : staleTags[endpointName];
}
