import type { AppStore } from "@/app/store";
import { readLocal, writeLocal } from "@/shared/localStorage";
import { followShopper, signedInId } from "./followShopper";

/** The id of the shopper for whom the server has confirmed the device since the last sign-in. */
const storageKey = "swarna:deviceOf";

/**
 * After a sign-in this browser shows the notifications of the person who signed in. The server ends those of an earlier
 * shopper, whose sign-in may have lapsed without an end. If it does not respond, the next page sends the request again.
 */
export function claimDeviceOnSignIn(store: AppStore) {
  const claim = () => void claimDevice(store).catch(() => {});
  if (readLocal(storageKey) !== `${signedInId(store)}`) claim();
  followShopper(store, () => {
    writeLocal(storageKey, null);
    claim();
  });
}

async function claimDevice(store: AppStore) {
  if (signedInId(store) === undefined || window.Notification?.permission !== "granted") return;
  // Loaded when they are needed, because few shoppers have a device.
  const { presentSubscription } = await import("@/shared/push/browserPush");
  const present = await presentSubscription();
  const id = signedInId(store);
  if (!present || id === undefined) return;
  const { notificationsApi } = await import("@/shared/api/notifications");
  const { data } = await store.dispatch(notificationsApi.endpoints.showDevice.initiate(present.endpoint));
  if (data) writeLocal(storageKey, `${id}`);
}
