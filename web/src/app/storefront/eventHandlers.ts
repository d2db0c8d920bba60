import { type EventHandler, type LiveTag, startRealtime } from "@/app/realtime";
import type { AppStore } from "@/app/store";
import type { ReviewPage } from "@/features/storefront/product/reviewsApi";
import { api } from "@/shared/api/api";
import { lastEvent } from "@/shared/api/lastEvent";
import { orderInserted, ownReviewOf } from "@/shared/api/myOrders";
import { sessionApi } from "@/shared/api/session";
import type { HuidsChange, Order, ShipmentChange, StatusChange } from "@/shared/api/types";
import {
  changesPayment,
  orderHuidsChanged,
  orderPlaced,
  orderShipmentChanged,
  orderStatusChanged,
} from "@/shared/orders/orderEvents";
import { watchActivity } from "@/shared/session/activity";
import { followEndReason } from "@/shared/session/endReason";
import { selectAuthUser } from "@/shared/session/sessionSlice";

/** Tags of everything that shows a price, a stock or a picture of a product. */
const pricedTags = ["Product", "Cart", "Wishlist", "StockRequest"] as const;

/** For events of the catalogue and the gold rate: the server compares no other event with its cached responses. */
function refetchAfter(event: number, tags: LiveTag[]) {
  lastEvent.id = Math.max(lastEvent.id, event);
  return api.util.invalidateTags(tags);
}

interface ReviewChange {
  reviewId: number;
  productId: number;
  action: string;
  helpful: number;
}

/** `review.changed`: a mark changes one number, which the event carries. */
const reviewChanged =
  ({ reviewId, productId, action, helpful }: ReviewChange): ReturnType<EventHandler> =>
  (dispatch, getState) => {
    const tags = [{ type: "Review" as const, id: productId }];
    if (action === "added" || action === "deleted")
      return dispatch(api.util.invalidateTags([...tags, ownReviewOf(productId)]));
    if (action !== "marked") return dispatch(api.util.invalidateTags(tags));
    for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(getState(), tags)) {
      dispatch(
        api.util.updateQueryData(endpointName as never, originalArgs as never, ({ pages }: { pages: ReviewPage[] }) => {
          for (const { reviews } of pages)
            for (const review of reviews) if (review.id === reviewId) review.helpful = helpful;
        }),
      );
    }
  };

const fetchShopper = () =>
  sessionApi.endpoints.customerMe.initiate(undefined, { forceRefetch: true, subscribe: false });

/** The storefront's handler of each event. */
export const handlers: Record<string, EventHandler> = {
  "order.status_changed": (change: StatusChange) => (dispatch) => {
    dispatch(orderStatusChanged(change));
    // A delivered item can be reviewed.
    if (change.status === "delivered") dispatch(api.util.invalidateTags(["Review"]));
    if (changesPayment(change)) dispatch(api.util.invalidateTags(["Order"]));
  },
  "order.huids_changed": (change: HuidsChange) => orderHuidsChanged(change),
  "order.shipment_changed": (change: ShipmentChange) => orderShipmentChanged(change),
  "order.tracking_changed": () => api.util.invalidateTags(["Order"]),
  "order.placed": (order: Order) => orderPlaced(order, orderInserted),
  "order.changed": () => api.util.invalidateTags(["Order"]),
  "order.deleted": () => api.util.invalidateTags(["Order"]),
  "payment.changed": () => api.util.invalidateTags(["Order"]),
  "return.changed": () => api.util.invalidateTags(["Return"]),
  "customer.email_confirmed": () => (dispatch) => {
    dispatch(api.util.invalidateTags(["EmailConfirmation", "StockRequest"]));
    // The email address may have changed.
    void dispatch(fetchShopper());
  },
  "data_export.requested": () => api.util.invalidateTags(["PersonalData"]),
  "data_export.ready": () => api.util.invalidateTags(["PersonalData"]),
  "invoice.issued": () => api.util.invalidateTags(["Invoice"]),
  // A gold rate changes every price.
  "gold_rate.changed": (_data, { id }) => refetchAfter(id, [...pricedTags, "GoldRate"]),
  "catalogue.changed": (_data, { id }) => refetchAfter(id, [...pricedTags, "Category"]),
  "product_image.ready": (_data, { id }) => refetchAfter(id, [...pricedTags]),
  "review.changed": (change: ReviewChange) => reviewChanged(change),
  "policy.changed": () => api.util.invalidateTags(["Policy"]),
};

/** In milliseconds: how often activity is reported to the API. A session ends after 14 days without activity. */
const activityInterval = 600_000;

/** `after` is the last event that is included in the preloaded data. */
export function startLiveUpdates(store: AppStore, after?: number) {
  const checkSession = () => store.dispatch(fetchShopper());
  const stopWatching = watchActivity(() => selectAuthUser(store.getState()) && void checkSession(), activityInterval);
  const stopAsking = followEndReason(store, "customer", checkSession);
  const stopListening = startRealtime({
    store,
    after,
    role: "customer",
    handlers,
    liveTags: [
      ...pricedTags,
      "Order",
      "Return",
      "Invoice",
      "Review",
      "GoldRate",
      "Category",
      "Policy",
      "EmailConfirmation",
      "PersonalData",
    ],
    checkSession,
  });
  return () => {
    stopWatching();
    stopAsking();
    stopListening();
  };
}
