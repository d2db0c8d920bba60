import type { UnknownAction } from "@reduxjs/toolkit";
import type { AuthUser } from "@/shared/api/types";
import { type Memory, memoryLoaded, parseMemory } from "./memorySlice";
import { changedInAnotherTab, emptySession, type SessionState } from "./sessionSlice";

// The key `root` in the format that redux-persist gave it: each value is JSON within the JSON. It is read at once, before
// the first paint, so that there is no waiting to be limited.
const rootKey = "persist:root";
const adminKey = "isLoggedIn";

interface Kept {
  session: SessionState;
  memory: Memory;
}

interface KeptStore {
  getState(): Kept;
  dispatch(action: UnknownAction): unknown;
  subscribe(listener: () => void): () => void;
}

/** What this browser kept; anything unreadable counts as signed out and forgotten. */
export function readKept(): Kept {
  const root = readRoot();
  return {
    session: { ...emptySession, authUser: userOf(root.authUser), isAdmin: read(adminKey) === "true" },
    memory: parseMemory(root),
  };
}

/** Writes what changes, and follows what other tabs of this browser write. Returns the way to stop. */
export function keepSession(store: KeptStore): () => void {
  let before = store.getState();
  let parts = partsOf(before);
  const unsubscribe = store.subscribe(() => {
    const next = store.getState();
    if (next.session.authUser !== before.session.authUser || next.memory !== before.memory) {
      const known = parts;
      parts = partsOf(next);
      writeChanged(known, parts);
    }
    if (next.session.isAdmin !== before.session.isAdmin) write(adminKey, next.session.isAdmin ? "true" : null);
    before = next;
  });
  const onStorage = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
    const keys = event.key === null ? [rootKey, adminKey] : [event.key];
    const kept = readKept();
    if (keys.includes(rootKey)) {
      const there = partsOf(kept);
      const known = parts;
      // What was just read is not written again: two tabs would go on for ever.
      parts = there;
      if (there.authUser !== known.authUser) {
        store.dispatch(changedInAnotherTab({ authUser: kept.session.authUser }));
      }
      if (there.recentlySeen !== known.recentlySeen || there.cartPrices !== known.cartPrices) {
        store.dispatch(memoryLoaded(kept.memory));
      }
    }
    if (keys.includes(adminKey)) store.dispatch(changedInAnotherTab({ isAdmin: kept.session.isAdmin }));
  };
  window.addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", onStorage);
  };
}

type Parts = Record<"authUser" | "recentlySeen" | "cartPrices", string>;

const partsOf = ({ session: { authUser }, memory: { recentlySeen, cartPrices } }: Kept): Parts => ({
  authUser: JSON.stringify(authUser),
  recentlySeen: JSON.stringify(recentlySeen),
  cartPrices: JSON.stringify(cartPrices),
});

/** Writes the parts that changed here; another tab may have written others in the same moment. */
function writeChanged(before: Parts, now: Parts) {
  const changed = Object.entries(now).filter(([name, text]) => before[name as keyof Parts] !== text);
  if (changed.length === 0) return;
  const root = parse(read(rootKey));
  write(rootKey, JSON.stringify({ ...(isObject(root) ? root : {}), ...Object.fromEntries(changed) }));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function readRoot(): Record<string, unknown> {
  const root = parse(read(rootKey));
  return isObject(root) ? Object.fromEntries(Object.entries(root).map(([name, text]) => [name, parse(text)])) : {};
}

/** JSON within JSON, or what stands there as it is. */
function parse(text: unknown): unknown {
  if (typeof text !== "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function userOf(kept: unknown): AuthUser | null {
  if (!isObject(kept)) return null;
  const { id, name, email, phone } = kept;
  if (typeof id !== "number" || typeof name !== "string" || typeof email !== "string") return null;
  return { id, name, email, phone: typeof phone === "string" ? phone : null };
}

// Storage may be forbidden or full: the page then works for as long as it is open.
function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null) {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {}
}
