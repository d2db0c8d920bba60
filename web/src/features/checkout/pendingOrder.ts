import type { NewOrder } from "@/shared/api/types";

/**
 * An order that was sent and not answered yet, with its idempotency key. It outlives a reload: the same key and order
 * sent again give the same order, so that no answer lost on the way can order twice.
 */
export interface PendingOrder {
  key: string;
  order: NewOrder;
  /** `sending` until the page gives up waiting for an answer. */
  state: "sending" | "unanswered";
}

const storageKey = "swarna:pendingOrder";

export function readPending(customerId: number): PendingOrder | null {
  try {
    const pending = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "null") as PendingOrder | null;
    return pending?.key && pending.order?.customerId === customerId ? pending : null;
  } catch {
    return null;
  }
}

/** Keeps the order under its key: the one it was sent with before, if it is the same order. */
export function keepPending(order: NewOrder): PendingOrder {
  const before = readPending(order.customerId);
  const isSame = before !== null && JSON.stringify(before.order) === JSON.stringify(order);
  const pending: PendingOrder = { key: isSame ? before.key : crypto.randomUUID(), order, state: "sending" };
  write(pending);
  return pending;
}

export function markUnanswered(pending: PendingOrder) {
  write({ ...pending, state: "unanswered" });
}

export function forgetPending() {
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {}
}

function write(pending: PendingOrder) {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(pending));
  } catch {}
}
