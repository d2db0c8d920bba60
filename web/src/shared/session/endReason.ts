import type { Role } from "@/shared/api/types";
import type { SessionState } from "./sessionSlice";

interface SessionStore {
  getState(): { session: SessionState };
  subscribe(listener: () => void): () => void;
}

/**
 * Requests the reason why the session of this role ended, if it is unknown: the socket does not send it, and a response
 * is lost when the page is left. Returns a function that stops this.
 */
export function followEndReason(store: SessionStore, role: Role, checkSession: () => unknown): () => void {
  let askedFor: number | undefined;
  const ask = () => {
    const { ending } = store.getState().session;
    if (ending?.role !== role || ending.reason !== null || ending.at === askedFor) return;
    askedFor = ending.at;
    // Other subscribers of the store abort all requests when a session ends.
    queueMicrotask(checkSession);
  };
  ask();
  return store.subscribe(ask);
}
