import { newKey } from "@/shared/api/requestKeys";
import type { NewOrder } from "@/shared/api/types";

/**
 * An order that was sent and not answered yet, with its idempotency key. It outlives a reload: the same key and order
 * sent again give the same order, so that no answer lost on the way can order twice.
 */
export interface PendingOrder {
  key: string;
  order: NewOrder;
  /** `sending` until the page gives up waiting for an answer, or the session ends amid it. */
  state: "sending" | "unanswered" | "cutOff";
  /** When it was sent, in milliseconds. */
  at: number;
}

const storageKey = "swarna:pendingOrder";
/** A page that was reloaded goes on by itself; one that comes back later asks first. */
const goesOnWithin = 60_000;
/** The shop knows a key for seven days: a later try could order twice. */
const keyKnownFor = 6 * 24 * 60 * 60 * 1000;

export function readPending(customerId: number): PendingOrder | null {
  try {
    const pending = JSON.parse(window.sessionStorage.getItem(storageKey) ?? "null") as PendingOrder | null;
    if (!pending?.key || pending.order?.customerId !== customerId) return null;
    const age = Date.now() - pending.at;
    if (!(age < keyKnownFor)) return null;
    return pending.state === "sending" && age > goesOnWithin ? { ...pending, state: "unanswered" } : pending;
  } catch {
    return null;
  }
}

/** Keeps the order under its key: the one it was sent with before, if it is the same order. */
export function keepPending(order: NewOrder): PendingOrder {
  const before = readPending(order.customerId);
  const isSame = before !== null && JSON.stringify(before.order) === JSON.stringify(order);
  const key = isSame ? before.key : newKey();
  const pending: PendingOrder = { key, order, state: "sending", at: Date.now() };
  write(pending);
  return pending;
}

/** No answer came, and nobody can tell from here whether the order was placed. */
export function leavePending(pending: PendingOrder, state: "unanswered" | "cutOff") {
  write({ ...pending, state });
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
