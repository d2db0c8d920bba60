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
    memory: parseMemory(root.memory),
  };
}

/** Writes what changes, and follows what other tabs of this browser write. Returns the way to stop. */
export function keepSession(store: KeptStore): () => void {
  let { session, memory } = store.getState();
  const unsubscribe = store.subscribe(() => {
    const next = store.getState();
    if (next.session.authUser !== session.authUser || next.memory !== memory) writeRoot(next);
    if (next.session.isAdmin !== session.isAdmin) write(adminKey, next.session.isAdmin ? "true" : null);
    ({ session, memory } = next);
  });
  const onStorage = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
    const keys = event.key === null ? [rootKey, adminKey] : [event.key];
    const kept = readKept();
    if (keys.includes(rootKey)) {
      if (!isSame(kept.session.authUser, session.authUser)) {
        store.dispatch(changedInAnotherTab({ authUser: kept.session.authUser }));
      }
      if (!isSame(kept.memory, memory)) store.dispatch(memoryLoaded(kept.memory));
    }
    if (keys.includes(adminKey)) store.dispatch(changedInAnotherTab({ isAdmin: kept.session.isAdmin }));
  };
  window.addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", onStorage);
  };
}

// Writing what was just read would go to and fro between two tabs for ever.
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function writeRoot({ session: { authUser }, memory }: Kept) {
  const text = JSON.stringify({ authUser: JSON.stringify(authUser), memory: JSON.stringify(memory) });
  if (text !== read(rootKey)) write(rootKey, text);
}

function readRoot(): { authUser?: unknown; memory?: unknown } {
  const root = parse(read(rootKey));
  if (typeof root !== "object" || root === null) return {};
  const { authUser, memory } = root as Record<string, unknown>;
  return { authUser: parse(authUser), memory: parse(memory) };
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
  if (typeof kept !== "object" || kept === null) return null;
  const { id, name, email, phone } = kept as AuthUser;
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
