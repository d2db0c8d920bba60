import { api } from "@/shared/api/api";
import { orderInserted } from "@/shared/api/myOrders";
import { sessionApi } from "@/shared/api/session";
import type { Order, StatusChange } from "@/shared/api/types";
import { orderPlaced, orderStatusChanged } from "@/shared/orders/orderEvents";
import { watchActivity } from "@/shared/session/activity";
import { selectAuthUser } from "@/shared/session/sessionSlice";
import { type EventHandler, startRealtime } from "./realtime";
import type { AppStore } from "./store";

/** Whatever shows a price or a stock. */
const priced = ["Product", "Cart", "Wishlist"] as const;

/** What the storefront does with each server event. */
const handlers: Record<string, EventHandler> = {
  "order.status_changed": (change: StatusChange) => (dispatch) => {
    dispatch(orderStatusChanged(change));
    // Who has the piece may review it.
    if (change.status === "delivered") dispatch(api.util.invalidateTags(["Review"]));
  },
  "order.placed": (order: Order) => orderPlaced(order, orderInserted),
  "order.changed": () => api.util.invalidateTags(["Order"]),
  // A rate reprices the whole catalogue.
  "gold_rate.changed": () => api.util.invalidateTags([...priced, "GoldRate"]),
  "catalogue.changed": () => api.util.invalidateTags([...priced, "Category"]),
};

/** Milliseconds after which the shop is told again that the shopper is here: a session lasts 14 days from then. */
const tellEvery = 600_000;

/** `after` is the last event that the page knew of as it was served. */
export function goLive(store: AppStore, after?: number) {
  const whoAmI = () =>
    store.dispatch(sessionApi.endpoints.customerMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const stopWatching = watchActivity(() => selectAuthUser(store.getState()) && void whoAmI(), tellEvery);
  const stopListening = startRealtime({
    store,
    after,
    role: "customer",
    handlers,
    liveTags: [...priced, "Order", "Review", "GoldRate", "Category"],
    whoAmI,
  });
  return () => {
    stopWatching();
    stopListening();
  };
}
