import type { UnknownAction } from "@reduxjs/toolkit";
import type { AuthUser, Role } from "@/shared/api/types";
import { type Memory, memoryLoaded, parseMemory } from "./memorySlice";
import { changedInAnotherTab, type Ending, emptySession, type SessionState } from "./sessionSlice";

// The key `root` in the format that redux-persist gave it: each value is JSON within the JSON. It is read at once, before
// the first paint, so that there is no waiting to be limited.
const rootKey = "persist:root";
const adminKey = "isLoggedIn";
const leftKey = "swarna:leftAt";

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
    session: {
      ...emptySession,
      authUser: userOf(root.authUser),
      isAdmin: read(adminKey) === "true",
      ending: endingOf(root.ending),
    },
    memory: parseMemory(root),
  };
}

/** Writes what changes, and follows what other tabs of this browser write. Returns the way to stop. */
export function keepSession(store: KeptStore): () => void {
  let before = store.getState();
  let parts = partsOf(before);
  // What another tab did is kept by that tab.
  let isFollowing = false;
  const follow = (action: UnknownAction) => {
    isFollowing = true;
    store.dispatch(action);
    isFollowing = false;
  };
  const unsubscribe = store.subscribe(() => {
    const next = store.getState();
    const { authUser, ending, hasLeft } = next.session;
    if (hasLeft && !before.session.hasLeft) write(leftKey, String(Date.now()));
    if (authUser !== before.session.authUser || ending !== before.session.ending || next.memory !== before.memory) {
      const known = parts;
      parts = partsOf(next);
      if (!isFollowing) writeChanged(known, parts);
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
        const { authUser, ending } = kept.session;
        follow(changedInAnotherTab({ authUser, ending: authUser ? null : (ending ?? signedOutOf("customer")) }));
      }
      if (there.recentlySeen !== known.recentlySeen || there.cartPrices !== known.cartPrices) {
        store.dispatch(memoryLoaded(kept.memory));
      }
    }
    if (keys.includes(adminKey)) follow(changedInAnotherTab(adminOf(kept.session)));
  };
  window.addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", onStorage);
  };
}

const adminOf = ({ isAdmin, ending }: SessionState) => ({
  isAdmin,
  ending: isAdmin ? null : (ending ?? signedOutOf("admin")),
});

type Parts = Record<"authUser" | "ending" | "recentlySeen" | "cartPrices" | "counts", string>;

const partsOf = ({ session: { authUser, ending }, memory: { recentlySeen, cartPrices, counts } }: Kept): Parts => ({
  authUser: JSON.stringify(authUser),
  ending: JSON.stringify(ending),
  recentlySeen: JSON.stringify(recentlySeen),
  cartPrices: JSON.stringify(cartPrices),
  counts: JSON.stringify(counts),
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

const toldFor = 24 * 60 * 60_000;

function endingOf(kept: unknown): Ending | null {
  if (!isObject(kept)) return null;
  const { role, reason, at } = kept as Partial<Ending>;
  if ((role !== "customer" && role !== "admin") || typeof at !== "number" || Date.now() - at > toldFor) return null;
  return { role, reason: typeof reason === "string" ? reason : null, at };
}

const signedOutOf = (role: Role): Ending | null =>
  hasJustLeft() ? { role, reason: "signed_out", at: Date.now() } : null;

/** Whether someone signed out in a tab of this browser just now; its session ends in the other ones too. */
export const hasJustLeft = () => Date.now() - Number(read(leftKey) ?? 0) < 60_000;

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
