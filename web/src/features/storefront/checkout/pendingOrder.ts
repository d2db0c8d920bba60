import { newIdempotencyKey } from "@/shared/api/idempotencyKeys";
import type { NewOrder } from "@/shared/api/types";

/**
 * A sent order without a response yet, with its idempotency key. It is stored, so that it is sent again with the same
 * key after a reload and cannot be placed twice.
 */
export interface PendingOrder {
  key: string;
  order: NewOrder;
  /** `sending` until the page stops waiting for a response or the session ends. */
  state: "sending" | "unanswered" | "cutOff";
  /** When it was sent, in milliseconds. */
  at: number;
}

const storageKey = "swarna:pendingOrder";
/** The pending order where the storage is blocked or full; it is lost when the page is reloaded or closed. */
let unstored: PendingOrder | null = null;
/** In milliseconds. A reload within this time sends the order again; later the page asks first. */
const resumeWithin = 60_000;
/** In milliseconds. The server stores a key for seven days; a later retry could order twice. */
const keyLifetime = 6 * 24 * 60 * 60 * 1000;

export function readPending(customerId: number): PendingOrder | null {
  const pending = unstored ?? readStored();
  if (!pending?.key || pending.order?.customerId !== customerId) return null;
  const age = Date.now() - pending.at;
  if (!(age < keyLifetime)) return null;
  return pending.state === "sending" && age > resumeWithin ? { ...pending, state: "unanswered" } : pending;
}

function readStored(): PendingOrder | null {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey) ?? "null") as PendingOrder | null;
  } catch {
    return null;
  }
}

/** Stores the order. The same order keeps its key. */
export function savePending(order: NewOrder): PendingOrder {
  const before = readPending(order.customerId);
  const isSame = before !== null && JSON.stringify(before.order) === JSON.stringify(order);
  const key = isSame ? before.key : newIdempotencyKey();
  const pending: PendingOrder = { key, order, state: "sending", at: Date.now() };
  write(pending);
  return pending;
}

/** There was no response, so the outcome is unknown. */
export function setPendingState(pending: PendingOrder, state: "unanswered" | "cutOff") {
  write({ ...pending, state });
}

export function clearPending() {
  unstored = null;
  try {
    window.sessionStorage.removeItem(storageKey);
  } catch {}
}

function write(pending: PendingOrder) {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(pending));
    unstored = null;
  } catch {
    unstored = pending;
  }
}
