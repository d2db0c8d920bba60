import { combineSlices, configureStore, type Middleware } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import { endingSessions, type StoreExtra } from "@/shared/api/baseQuery";
import type { Role } from "@/shared/api/types";
import { connectionReducer } from "@/shared/connection/connectionSlice";
import { recentOrdersReducer } from "@/shared/orders/recentOrdersSlice";
import { memoryReducer } from "@/shared/session/memorySlice";
import { readKept } from "@/shared/session/persist";
import { sessionReducer } from "@/shared/session/sessionSlice";
import { toastsReducer } from "@/shared/toasts/toastsSlice";

/** Slices of one front only: it augments this interface and calls `rootReducer.inject(slice)`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface LazySlices {}

export const rootReducer = combineSlices({
  [api.reducerPath]: api.reducer,
  session: sessionReducer,
  memory: memoryReducer,
  connection: connectionReducer,
  recentOrders: recentOrdersReducer,
  toasts: toastsReducer,
}).withLazyLoadedSlices<LazySlices>();

export type RootState = ReturnType<typeof rootReducer>;

/** A fresh store: one for each entry, with the role whose session its calls use, and one for each test. */
export function makeStore(role: Role, preloadedState?: Partial<RootState>, further: Middleware[] = []) {
  const extra: StoreExtra = { role };
  return configureStore({
    reducer: rootReducer,
    preloadedState: { ...readKept(), ...preloadedState },
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: extra } }).concat(endingSessions(role), api.middleware, ...further),
  });
}

export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore["dispatch"];
