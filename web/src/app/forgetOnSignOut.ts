import { api } from "@/shared/api/api";
import { memoryForgotten } from "@/shared/session/memorySlice";
import type { AppStore } from "./store";

/** Another person at this browser starts with nothing of the one before. */
export function forgetOnSignOut(store: AppStore) {
  let userId = store.getState().session.authUser?.id;
  store.subscribe(() => {
    const nextId = store.getState().session.authUser?.id;
    const before = userId;
    userId = nextId;
    if (before === undefined || nextId === before) return;
    store.dispatch(memoryForgotten());
    store.dispatch(api.util.resetApiState());
  });
}
