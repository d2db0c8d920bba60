import { setupListeners } from "@reduxjs/toolkit/query";
import { type EventHandler, type LiveTag, startRealtime } from "@/app/realtime";
import type { AppStore } from "@/app/store";
import { type ImportState, importAdvanced } from "@/features/admin/imports/importsApi";
import { type Incident, incidentsReported } from "@/features/admin/operations/incidentsSlice";
import { meApi } from "@/shared/admin/adminMeApi";
import { type AssignmentChange, accountErased, orderAssigned, orderNoteAdded } from "@/shared/admin/desk/deskApi";
import {
  boardItemChanged,
  boardOrderChanged,
  boardOrderDeleted,
  boardOrderPlaced,
  boardStatusChanged,
} from "@/shared/admin/orders/boardEvents";
import { boardPaymentChanged, type PaymentChange } from "@/shared/admin/orders/paymentsApi";
import { presenceChanged } from "@/shared/admin/presence/presenceSlice";
import type { ListPage } from "@/shared/admin/views/viewsApi";
import { api } from "@/shared/api/api";
import type { HuidsChange, Order, ShipmentChange, StatusChange } from "@/shared/api/types";
import { connectionLost } from "@/shared/connection/connectionSlice";
import { orderHuidsChanged, orderShipmentChanged } from "@/shared/orders/orderEvents";
import { watchActivity } from "@/shared/session/activity";
import { followEndReason } from "@/shared/session/endReason";
import { sharePresence } from "./presence";

/** Orders, returns and reviews show the name, the phone number or the email of an account. */
const showingAccount: LiveTag[] = ["Customer", "Order", "Return", "Review"];

const ownHandlers: Record<string, EventHandler> = {
  "order.status_changed": (change: StatusChange) => boardStatusChanged(change),
  "order.huids_changed": (change: HuidsChange) => boardItemChanged(change.orderId, orderHuidsChanged(change)),
  "order.shipment_changed": (change: ShipmentChange) => boardItemChanged(change.orderId, orderShipmentChanged(change)),
  "order.placed": (order: Order) => boardOrderPlaced(order),
  "order.changed": (order: Order) => boardOrderChanged(order),
  "order.deleted": ({ orderId }: { orderId: number }) => boardOrderDeleted(orderId),
  // This event names the first customer of an order that was moved to another one, so that the order leaves their page.
  "order.tracking_changed": () => undefined,
  "payment.changed": (change: PaymentChange) => boardPaymentChanged(change),
  "customer.deleted": () => api.util.invalidateTags(showingAccount),
  "customer.erased": (erased: { orderIds: number[] }) => accountErased(erased),
  "desk.assigned": (change: AssignmentChange) => orderAssigned(change),
  "desk.note_added": (note: { orderId: number; notes: number }) => orderNoteAdded(note),
  // Someone joined, or was disabled: orders are assigned to other people.
  "desk.assignees_changed": () => api.util.invalidateTags(["Desk"]),
  "desk.views_changed": ({ page }: { page: ListPage }) => api.util.invalidateTags([{ type: "SavedView", id: page }]),
  "return.changed": () => api.util.invalidateTags(["Return"]),
  "invoice.issued": () => api.util.invalidateTags(["Invoice"]),
  "gold_rate.changed": () => api.util.invalidateTags(["GoldRate", "Product"]),
  "catalogue.changed": ({ entity }: CatalogueChange) =>
    api.util.invalidateTags(entity === "product" ? ["Product", "StockMovement", "Review"] : [tagOfEntity[entity]]),
  "staff.invited": () => api.util.invalidateTags(["Staff"]),
  "staff.changed": () => api.util.invalidateTags(["Staff", "Me"]),
  "api_key.changed": () => api.util.invalidateTags(["ApiKey"]),
  "webhook.changed": () => api.util.invalidateTags(["Webhook"]),
  "webhook.switched_off": () => api.util.invalidateTags(["Webhook"]),
  "review.changed": () => api.util.invalidateTags(["Review"]),
  "policy.changed": () => api.util.invalidateTags(["Policy"]),
  // An order reduced the stock. Shoppers get an event only about the last pieces.
  "stock.changed": () => api.util.invalidateTags(["Product", "StockMovement"]),
  "product_image.ready": () => api.util.invalidateTags(["Product"]),
  "product_image.failed": () => api.util.invalidateTags(["Product"]),
  "product_import.started": () => api.util.invalidateTags(["ProductImport"]),
  "product_import.advanced": (state: ImportState) => importAdvanced(state),
  // The event carries neither the rejected rows nor the end time, so fetch them.
  "product_import.finished": () => api.util.invalidateTags(["ProductImport"]),
  // Not in the event log: the realtime processes report who is present.
  "presence.changed": (change: Parameters<typeof presenceChanged>[0]) => presenceChanged(change),
  // Not in the log: a hint that a customer's page has changed or, without a customer, that any page may have changed.
  "desk.customer_changed": ({ customerId, part }: { customerId: number | null; part: string | null }) =>
    api.util.invalidateTags([
      ...(part === "registered" ? (["Customer"] as const) : []),
      ...(part === "account" || customerId === null ? showingAccount : []),
      ...(customerId === null ? (["CustomerRecord"] as const) : []),
    ]),
  // Not in the log: the endpoints with new deliveries or responses.
  "webhook.progress": ({ endpointIds }: { endpointIds: number[] }) =>
    api.util.invalidateTags(["list", ...endpointIds].map((id) => ({ type: "Webhook" as const, id }))),
  // Not in the log: the realtime process reports the current health of the shop.
  "shop.troubles": (troubles: Incident[]) => incidentsReported(troubles),
};

/** Events of orders, payments and returns name their customer, whose page shows them too. */
const alsoForRecord =
  (handler: EventHandler): EventHandler =>
  (data: { customerId?: unknown }, event) =>
  (dispatch) => {
    const effect = handler(data, event);
    if (effect) dispatch(effect);
    if (typeof data.customerId === "number") {
      dispatch(api.util.invalidateTags([{ type: "CustomerRecord", id: data.customerId }]));
    }
  };

/** The admin's handler of each event. */
export const handlers: Record<string, EventHandler> = Object.fromEntries(
  Object.entries(ownHandlers).map(([type, handler]) => [type, alsoForRecord(handler)]),
);

interface CatalogueChange {
  entity: keyof typeof tagOfEntity;
}

const tagOfEntity = { category: "Category", vendor: "Vendor", product: "Product", product_image: "Product" } as const;

/** Tags of everything that an event changes. */
export const liveTags: LiveTag[] = [
  "Order",
  "OrderItem",
  "OrderNote",
  "Return",
  "Invoice",
  "GoldRate",
  "Category",
  "Vendor",
  "Product",
  "StockMovement",
  "Customer",
  "CustomerRecord",
  "ProductImport",
  "Policy",
  "ApiKey",
  "Webhook",
  "Desk",
  "Review",
  "SavedView",
  "Staff",
  "Me",
];

/**
 * In milliseconds: how often activity is reported to the API. An admin session ends after half an hour without
 * activity.
 */
const activityInterval = 60_000;

const checkSessionOf = (store: AppStore) => () =>
  store.dispatch(meApi.endpoints.adminMe.initiate(undefined, { forceRefetch: true, subscribe: false }));

function start(store: AppStore, after?: number) {
  const checkSession = checkSessionOf(store);
  const stopWatching = watchActivity(() => void checkSession(), activityInterval);
  const stopListening = startRealtime({
    store,
    role: "admin",
    handlers,
    liveTags,
    hintedTags: ["Customer", "CustomerRecord", "Webhook"],
    // A customer's new name, phone number or email, which orders, returns and reviews show, arrives only as a hint. If
    // the roles of the signed-in person have changed, the only sign is the loss of the connection.
    hintedTagsAfterLoss: ["Order", "Return", "Review", "Me"],
    checkSession,
    after,
    share: (socket) => sharePresence(store, socket),
  });
  return () => {
    stopWatching();
    stopListening();
  };
}

/**
 * Keeps the socket open while an admin is signed in, and polls only in a tab that is shown. `after` is the last event
 * before the page was loaded.
 */
export function startAdminUpdates(store: AppStore, after?: number): () => void {
  let stop: (() => void) | undefined;
  const follow = (after?: number) => {
    const { isAdmin } = store.getState().session;
    if (isAdmin && !stop) stop = start(store, after);
    else if (!isAdmin && stop) {
      stop();
      stop = undefined;
      store.dispatch(connectionLost({ state: "reconnecting", asOf: null }));
    }
  };
  follow(after);
  const stopAsking = followEndReason(store, "admin", checkSessionOf(store));
  // It notifies queries with `skipPollingIfUnfocused` when the tab is hidden or shown.
  const stopWatching = setupListeners(store.dispatch);
  const unsubscribe = store.subscribe(() => follow());
  return () => {
    unsubscribe();
    stopWatching();
    stopAsking();
    stop?.();
  };
}
