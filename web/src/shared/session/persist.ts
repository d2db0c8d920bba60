import type { AuthUser } from "@/shared/api/types";
import { changedInAnotherTab, emptySession, type SessionState } from "./sessionSlice";

// The key `root` in the format that redux-persist gave it: each value is JSON within the JSON.
const rootKey = "persist:root";
const adminKey = "isLoggedIn";

interface SessionStore {
  getState(): { session: SessionState };
  dispatch(action: ReturnType<typeof changedInAnotherTab>): unknown;
  subscribe(listener: () => void): () => void;
}

/** Read at once, before the first paint; anything unreadable counts as signed out. */
export function readSession(): SessionState {
  return { ...emptySession, authUser: parseUser(read(rootKey)), isAdmin: read(adminKey) === "true" };
}

/** Writes what changes, and follows what other tabs of this browser write. Returns the way to stop. */
export function keepSession(store: SessionStore): () => void {
  let { authUser, isAdmin } = store.getState().session;
  const unsubscribe = store.subscribe(() => {
    const next = store.getState().session;
    if (next.authUser !== authUser) writeUser(next.authUser);
    if (next.isAdmin !== isAdmin) write(adminKey, next.isAdmin ? "true" : null);
    ({ authUser, isAdmin } = next);
  });
  const onStorage = (event: StorageEvent) => {
    // A null key: the whole storage was cleared.
    const keys = event.key === null ? [rootKey, adminKey] : [event.key];
    if (keys.includes(rootKey)) store.dispatch(changedInAnotherTab({ authUser: parseUser(read(rootKey)) }));
    if (keys.includes(adminKey)) store.dispatch(changedInAnotherTab({ isAdmin: read(adminKey) === "true" }));
  };
  window.addEventListener("storage", onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", onStorage);
  };
}

function writeUser(user: AuthUser | null) {
  write(rootKey, JSON.stringify({ authUser: JSON.stringify(user) }));
}

function parseUser(text: string | null): AuthUser | null {
  try {
    let user: unknown = JSON.parse(text ?? "{}").authUser;
    if (typeof user === "string") user = JSON.parse(user);
    if (typeof user !== "object" || user === null) return null;
    const { id, name, email, phone } = user as AuthUser;
    if (typeof id !== "number" || typeof name !== "string" || typeof email !== "string") return null;
    return { id, name, email, phone: typeof phone === "string" ? phone : null };
  } catch {
    return null;
  }
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
