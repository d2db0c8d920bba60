import type { UnknownAction } from "@reduxjs/toolkit";
import type { AuthUser, Role } from "@/shared/api/types";
import { readLocal, writeLocal } from "@/shared/localStorage";
import { historyLoaded, type LocalHistory, parseHistory } from "./localHistorySlice";
import { changedInAnotherTab, type Ending, emptySession, type SessionState } from "./sessionSlice";

// The key `root` has the format of redux-persist: each value is JSON in JSON. It is read synchronously before the first
// paint.
const rootKey = "persist:root";
const adminKey = "isLoggedIn";
const leftKey = "swarna:leftAt";

interface PersistedState {
  session: SessionState;
  localHistory: LocalHistory;
}

interface PersistedStore {
  getState(): PersistedState;
  dispatch(action: UnknownAction): unknown;
  subscribe(listener: () => void): () => void;
}

/** Reads the stored state; invalid data counts as signed out. */
export function readPersisted(): PersistedState {
  const root = readRoot();
  return {
    session: {
      ...emptySession,
      authUser: userOf(root.authUser),
      isAdmin: readLocal(adminKey) === "true",
      ending: endingOf(root.ending),
    },
    localHistory: parseHistory(root),
  };
}

/**
 * Stores changes and follows those of other tabs, also of the time before Back restored this page. Returns a function
 * that stops it.
 */
export function persistSession(store: PersistedStore): () => void {
  let before = store.getState();
  let parts = partsOf(before);
  // Tabs do not lock the storage: a tab that has not seen a sign-in may overwrite it.
  let changedAt = storedChange();
  // A change of another tab was stored by that tab.
  let isFollowing = false;
  const follow = (action: UnknownAction) => {
    isFollowing = true;
    store.dispatch(action);
    isFollowing = false;
  };
  const unsubscribe = store.subscribe(() => {
    const next = store.getState();
    const { authUser, ending, hasLeft } = next.session;
    if (hasLeft && !before.session.hasLeft) writeLocal(leftKey, String(Date.now()));
    if (
      authUser !== before.session.authUser ||
      ending !== before.session.ending ||
      next.localHistory !== before.localHistory
    ) {
      const known = parts;
      parts = partsOf(next);
      if (!isFollowing) {
        if (authUser !== before.session.authUser) changedAt = Math.max(Date.now(), changedAt + 1);
        writeChanged(known, parts, changedAt);
      }
    }
    if (next.session.isAdmin !== before.session.isAdmin) writeLocal(adminKey, next.session.isAdmin ? "true" : null);
    before = next;
  });
  const readAgain = (...keys: string[]) => {
    const kept = readPersisted();
    if (keys.includes(rootKey)) {
      const there = partsOf(kept);
      const known = parts;
      // Do not write back what was read, or two tabs would write forever.
      parts = there;
      if (storedChange() < changedAt && readLocal(rootKey) !== null) {
        const { authUser, ending } = known;
        parts = { ...there, authUser, ending };
        writeChanged(there, parts, changedAt);
      } else {
        changedAt = storedChange();
        if (there.authUser !== known.authUser) {
          const { authUser, ending } = kept.session;
          follow(changedInAnotherTab({ authUser, ending: authUser ? null : (ending ?? signedOutOf("customer")) }));
        }
      }
      if (there.recentlySeen !== known.recentlySeen || there.cartPrices !== known.cartPrices) {
        store.dispatch(historyLoaded(kept.localHistory));
      }
    }
    if (keys.includes(adminKey) && kept.session.isAdmin !== before.session.isAdmin) {
      follow(changedInAnotherTab(adminOf(kept.session)));
    }
  };
  const onStorage = ({ key }: StorageEvent) => {
    // A null key: the whole storage was cleared.
    if (key === null) readAgain(rootKey, adminKey);
    else readAgain(key);
  };
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && readAgain(rootKey, adminKey);
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onShow);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onShow);
  };
}

const adminOf = ({ isAdmin, ending }: SessionState) => ({
  isAdmin,
  ending: isAdmin ? null : (ending ?? signedOutOf("admin")),
});

type Parts = Record<"authUser" | "ending" | "recentlySeen" | "cartPrices" | "counts", string>;

const partsOf = ({
  session: { authUser, ending },
  localHistory: { recentlySeen, cartPrices, counts },
}: PersistedState): Parts => ({
  authUser: JSON.stringify(authUser),
  ending: JSON.stringify(ending),
  recentlySeen: JSON.stringify(recentlySeen),
  cartPrices: JSON.stringify(cartPrices),
  counts: JSON.stringify(counts),
});

/** When a tab last signed in or out, in milliseconds. */
const storedChange = () => Number(readRoot().changedAt ?? 0);

/** Writes only the parts that changed here, since another tab may have written others. */
function writeChanged(before: Parts, now: Parts, changedAt: number) {
  const changed = Object.entries(now).filter(([name, text]) => before[name as keyof Parts] !== text);
  if (changed.length === 0) return;
  const root = parse(readLocal(rootKey));
  const stamp = before.authUser === now.authUser ? {} : { changedAt: `${changedAt}` };
  writeLocal(rootKey, JSON.stringify({ ...(isObject(root) ? root : {}), ...Object.fromEntries(changed), ...stamp }));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function readRoot(): Record<string, unknown> {
  const root = parse(readLocal(rootKey));
  return isObject(root) ? Object.fromEntries(Object.entries(root).map(([name, text]) => [name, parse(text)])) : {};
}

/** Parses a JSON string; other values are returned unchanged. */
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

const endShownFor = 24 * 60 * 60_000;

function endingOf(kept: unknown): Ending | null {
  if (!isObject(kept)) return null;
  const { role, reason, at } = kept as Partial<Ending>;
  if ((role !== "customer" && role !== "admin") || typeof at !== "number" || Date.now() - at > endShownFor) return null;
  return { role, reason: typeof reason === "string" ? reason : null, at };
}

const signedOutOf = (role: Role): Ending | null =>
  hasJustLeft() ? { role, reason: "signed_out", at: Date.now() } : null;

/** Whether a person signed out in a tab of this browser just now; this ends the sessions of other tabs too. */
export const hasJustLeft = () => Date.now() - Number(readLocal(leftKey) ?? 0) < 60_000;
