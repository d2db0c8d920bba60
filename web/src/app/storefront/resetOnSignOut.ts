import type { AppStore } from "@/app/store";
import { api } from "@/shared/api/api";
import { forgetSeen } from "@/shared/push/serviceWorker";
import { historyCleared } from "@/shared/session/localHistorySlice";

/** Clears cached data and history when another shopper signs in or the shopper signs out. */
export function resetOnSignOut(store: AppStore) {
  let userId = store.getState().session.authUser?.id;
  store.subscribe(() => {
    const nextId = store.getState().session.authUser?.id;
    const before = userId;
    userId = nextId;
    if (before === undefined || nextId === before) return;
    store.dispatch(historyCleared());
    void forgetSeen();
    store.dispatch(api.util.resetApiState());
  });
}
