import { boardOrderChanged, boardOrderPlaced, boardStatusChanged } from "@/features/admin/boardEvents";
import { type ImportState, importAdvanced } from "@/features/admin-catalogue/importsApi";
import { type Trouble, troublesTold } from "@/features/admin-operations/troublesSlice";
import { api } from "@/shared/api/api";
import type { Order, StatusChange } from "@/shared/api/types";
import { connectionLost } from "@/shared/connection/connectionSlice";
import { meApi } from "@/shared/portal/me";
import { watchActivity } from "@/shared/session/activity";
import { type EventHandler, startRealtime } from "../realtime";
import type { AppStore } from "../store";

/** What the portal does with each event. */
export const handlers: Record<string, EventHandler> = {
  "order.status_changed": (change: StatusChange) => boardStatusChanged(change),
  "order.placed": (order: Order) => boardOrderPlaced(order),
  "order.changed": (order: Order) => boardOrderChanged(order),
  "gold_rate.changed": () => api.util.invalidateTags(["GoldRate", "Product"]),
  "catalogue.changed": ({ entity }: CatalogueChange) => api.util.invalidateTags([listOf[entity]]),
  "product_image.ready": () => api.util.invalidateTags(["Product"]),
  "product_image.failed": () => api.util.invalidateTags(["Product"]),
  "product_import.started": () => api.util.invalidateTags(["ProductImport"]),
  "product_import.advanced": (state: ImportState) => importAdvanced(state),
  // Which rows were refused, and when it ended, the event does not say.
  "product_import.finished": () => api.util.invalidateTags(["ProductImport"]),
  // No event of the log: how the shop stands now, told by the socket's own process.
  "shop.troubles": (troubles: Trouble[]) => troublesTold(troubles),
};

interface CatalogueChange {
  entity: keyof typeof listOf;
}

const listOf = { category: "Category", vendor: "Vendor", product: "Product", product_image: "Product" } as const;

/** Milliseconds after which the shop is told again that the admin is here: half an hour without it ends the session. */
const tellEvery = 60_000;

function start(store: AppStore) {
  const whoAmI = () =>
    store.dispatch(meApi.endpoints.adminMe.initiate(undefined, { forceRefetch: true, subscribe: false }));
  const stopWatching = watchActivity(() => void whoAmI(), tellEvery);
  const stopListening = startRealtime({
    store,
    role: "admin",
    handlers,
    liveTags: ["Order", "OrderItem", "GoldRate", "Category", "Vendor", "Product", "Customer", "ProductImport"],
    whoAmI,
  });
  return () => {
    stopWatching();
    stopListening();
  };
}

/** Holds the socket while an admin is signed in; who is not has nothing to listen to here. */
export function followAsAdmin(store: AppStore): () => void {
  let stop: (() => void) | undefined;
  const follow = () => {
    const { isAdmin } = store.getState().session;
    if (isAdmin && !stop) stop = start(store);
    else if (!isAdmin && stop) {
      stop();
      stop = undefined;
      store.dispatch(connectionLost({ state: "reconnecting", asOf: null }));
    }
  };
  follow();
  return store.subscribe(follow);
}
