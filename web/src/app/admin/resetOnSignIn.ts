import type { AppStore } from "@/app/store";
import { api } from "@/shared/api/api";

/** Clears cached data when an admin signs in, here or in another tab: it may be of another person. */
export function resetOnSignIn(store: AppStore) {
  let { isAdmin } = store.getState().session;
  store.subscribe(() => {
    const before = isAdmin;
    ({ isAdmin } = store.getState().session);
    if (isAdmin && !before) store.dispatch(api.util.resetApiState());
  });
}
