import { adminApi } from "@/features/admin/adminApi";
import { boardOrderChanged, boardOrderPlaced, boardStatusChanged } from "@/features/admin/boardEvents";
import { api } from "@/shared/api/api";
import type { Order, StatusChange } from "@/shared/api/types";
import { type EventHandler, startRealtime } from "../realtime";
import type { AppStore } from "../store";

/** What the portal does with each event. */
export const handlers: Record<string, EventHandler> = {
  "order.status_changed": (change: StatusChange) => boardStatusChanged(change),
  "order.placed": (order: Order) => boardOrderPlaced(order),
  "order.changed": (order: { id: number }) => boardOrderChanged(order),
  "gold_rate.changed": () => api.util.invalidateTags(["GoldRate"]),
};

export const startAdminRealtime = (store: AppStore) =>
  startRealtime({
    store,
    role: "admin",
    handlers,
    liveTags: ["Order", "OrderItem", "GoldRate"],
    whoAmI: () =>
      store.dispatch(adminApi.endpoints.adminMe.initiate(undefined, { forceRefetch: true, subscribe: false })),
  });
