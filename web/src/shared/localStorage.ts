// localStorage may be blocked or full. Values are then kept until the page is closed.

export function readLocal(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The keys of a shopper's data in the storefront, apart from the session. A sign-out removes them. */
export const shopperKeys = { pinCode: "pinCode", notifyOffer: (orderId: number | "") => `notifyOffer ${orderId}` };

/** Null removes the value. */
export function writeLocal(key: string, value: string | null) {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {}
}

export function forgetShopper() {
  try {
    const { pinCode, notifyOffer } = shopperKeys;
    const isOwn = (key: string) => key === pinCode || key.startsWith(notifyOffer(""));
    for (const key of Object.keys(window.localStorage).filter(isOwn)) window.localStorage.removeItem(key);
  } catch {}
}
