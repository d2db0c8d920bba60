import type { AppStore } from "@/app/store";
import { followShopper } from "./followShopper";

/**
 * After a sign-in this browser shows the notifications of who signed in: the server ends those of an earlier shopper,
 * whose sign-in may only have lapsed.
 */
export function claimDeviceOnSignIn(store: AppStore) {
  followShopper(store, (id) => {
    if (id !== undefined) void claimDevice(store).catch(() => {});
  });
}

async function claimDevice(store: AppStore) {
  // Loaded when they are needed, because few shoppers have a device.
  const { presentSubscription } = await import("@/shared/push/browserPush");
  const present = await presentSubscription();
  if (!present) return;
  const { notificationsApi } = await import("@/shared/api/notifications");
  await store.dispatch(notificationsApi.endpoints.showDevice.initiate(present.endpoint));
}
