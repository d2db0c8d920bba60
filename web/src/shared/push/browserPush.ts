// The browser's part of Web Push: the service worker, the permission and the subscription.

import { registerServiceWorker } from "./serviceWorker";

export interface Subscribed {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** The reason why this browser shows no notifications. */
export type PushRefusal = "unsupported" | "denied" | "failed";

export const isPushSupported = () =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

/**
 * Returns this browser's subscription without asking for permission. With a key, it must have been made with this key,
 * because a subscription with an earlier key of the shop receives nothing.
 */
export async function presentSubscription(publicKey?: string): Promise<Subscribed | undefined> {
  if (!isPushSupported() || Notification.permission !== "granted") return undefined;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const present = await registration?.pushManager.getSubscription();
  return present && publicKey !== undefined && keyOf(present) !== publicKey ? undefined : toJson(present);
}

/** Asks the person for permission if necessary, and subscribes this browser with the shop's key. */
export async function subscribe(publicKey: string): Promise<Subscribed | PushRefusal> {
  if (!isPushSupported()) return "unsupported";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  try {
    await registerServiceWorker();
    const { pushManager } = await navigator.serviceWorker.ready;
    const present = await pushManager.getSubscription();
    if (present && keyOf(present) !== publicKey) await present.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    return toJson(await pushManager.subscribe(options)) ?? "failed";
  } catch {
    return "failed";
  }
}

/** Ends this browser's subscription. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function toJson(subscription: PushSubscription | null | undefined): Subscribed | undefined {
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : undefined;
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}
