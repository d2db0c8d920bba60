import { combineSlices, configureStore, type Middleware } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import { type StoreExtra, sessionEndMiddleware } from "@/shared/api/baseQuery";
import type { Role } from "@/shared/api/types";
import { connectionReducer } from "@/shared/connection/connectionSlice";
import { recentOrdersReducer } from "@/shared/orders/recentOrdersSlice";
import { localHistoryReducer } from "@/shared/session/localHistorySlice";
import { readPersisted } from "@/shared/session/persistence";
import { sessionReducer } from "@/shared/session/sessionSlice";
import { toastsReducer } from "@/shared/toasts/toastsSlice";

/** Slices of one entry only. A module augments this interface and calls `rootReducer.inject(slice)`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface LazySlices {}

export const rootReducer = combineSlices({
  [api.reducerPath]: api.reducer,
  session: sessionReducer,
  localHistory: localHistoryReducer,
  connection: connectionReducer,
  recentOrders: recentOrdersReducer,
  toasts: toastsReducer,
}).withLazyLoadedSlices<LazySlices>();

export type RootState = ReturnType<typeof rootReducer>;

/** Makes a store for an entry or a test. `role` selects the session of its requests. */
export function makeStore(role: Role, preloadedState?: Partial<RootState>, further: Middleware[] = []) {
  const extra: StoreExtra = { role };
  return configureStore({
    reducer: rootReducer,
    preloadedState: { ...readPersisted(), ...preloadedState },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: extra } }).concat(sessionEndMiddleware(role), api.middleware, ...further),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore["dispatch"];
