import type { AppStore } from "@/app/store";

/** Calls `onChange` with the ids of who is and who was signed in, whenever that changes. */
export function followShopper(store: AppStore, onChange: (id: number | undefined, before: number | undefined) => void) {
  const signedInId = () => store.getState().session.authUser?.id;
  let id = signedInId();
  store.subscribe(() => {
    const before = id;
    id = signedInId();
    if (id !== before) onChange(id, before);
  });
}
