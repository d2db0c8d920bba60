import type { Role } from "@/shared/api/types";
import type { SessionState } from "./sessionSlice";

interface SessionStore {
  getState(): { session: SessionState };
  subscribe(listener: () => void): () => void;
}

/**
 * Asks the server why the session of this role ended, where only its end is known: the socket does not tell the reason,
 * and the answer may have come while the page was left. Returns a function that stops it.
 */
export function followEndReason(store: SessionStore, role: Role, checkSession: () => unknown): () => void {
  let askedFor: number | undefined;
  const ask = () => {
    const { ending } = store.getState().session;
    if (ending?.role !== role || ending.reason !== null || ending.at === askedFor) return;
    askedFor = ending.at;
    void checkSession();
  };
  ask();
  return store.subscribe(ask);
}
