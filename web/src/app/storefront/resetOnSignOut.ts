import type { AppStore } from "@/app/store";
import { api } from "@/shared/api/api";
import { forgetShopper } from "@/shared/localStorage";
import { forgetSeen } from "@/shared/push/serviceWorker";
import { historyCleared } from "@/shared/session/localHistorySlice";
import { followShopper } from "./followShopper";

/** Clears cached data, history and local storage when another shopper signs in or the shopper signs out. */
export function resetOnSignOut(store: AppStore) {
  followShopper(store, (_id, before) => {
    if (before === undefined) return;
    store.dispatch(historyCleared());
    forgetShopper();
    void forgetSeen();
    store.dispatch(api.util.resetApiState());
  });
}
