import { isFulfilled, type Middleware } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";

/** What a change of these makes stale in the other tabs. Who is signed in they follow by the storage. */
const stale: Record<string, ("Cart" | "Wishlist" | "Address")[]> = {
  addToCart: ["Cart"],
  changeQuantity: ["Cart"],
  removeFromCart: ["Cart"],
  placeOrder: ["Cart"],
  addToWishlist: ["Wishlist"],
  removeFromWishlist: ["Wishlist"],
  addAddress: ["Address"],
  changeAddress: ["Address"],
  removeAddress: ["Address"],
};

/** Tells the other tabs of this browser what changed here, and loads again what changed there. */
export const followOtherTabs: Middleware = (store) => {
  const channel = new BroadcastChannel("swarna");
  channel.onmessage = ({ data: tags }) => store.dispatch(api.util.invalidateTags(tags));
  return (next) => (action) => {
    const result = next(action);
    const tags = changedBy(action);
    if (tags) channel.postMessage(tags);
    return result;
  };
};

function changedBy(action: unknown) {
  if (!isFulfilled(action)) return undefined;
  const { endpointName } = action.meta.arg as { endpointName?: string };
  return endpointName === undefined ? undefined : stale[endpointName];
}
