import type { AppStore } from "@/app/store";

export const signedInId = (store: AppStore) => store.getState().session.authUser?.id;

/** Calls `onChange` with the ids of the current and the previous shopper when the signed-in shopper changes. */
export function followShopper(store: AppStore, onChange: (id: number | undefined, before: number | undefined) => void) {
  let id = signedInId(store);
  store.subscribe(() => {
    const before = id;
    id = signedInId(store);
    if (id !== before) onChange(id, before);
  });
}
