import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { StoreExtra } from "@/shared/api/baseQuery";
import { isUnanswered } from "@/shared/api/errors";
import type { Role, ShopEvent } from "@/shared/api/types";
import { cameLive, connectionLost } from "@/shared/connection/connectionSlice";
import { delayOfRetry } from "@/shared/connection/retry";
import { type OpenSocket, openSocketIo, type SocketOptions } from "@/shared/connection/socket";
import { whenIdle } from "@/shared/connection/whenIdle";
import { recentOrdersForgotten } from "@/shared/orders/recentOrdersSlice";
import { sessionEnded } from "@/shared/session/sessionSlice";
import type { AppStore, RootState } from "./store";

export type LiveTag = Extract<Parameters<typeof api.util.invalidateTags>[0][number], string>;

type Effect = UnknownAction | ThunkAction<unknown, RootState, StoreExtra, UnknownAction>;

/** Handles the `data` of an event; returns the action to dispatch. */
// biome-ignore lint/suspicious/noExplicitAny: each type of event has data of its own
export type EventHandler = (data: any, event: ShopEvent<any>) => Effect | undefined;

/** The part of the open socket by which the page sends messages. */
export type LiveSocket = Pick<Awaited<ReturnType<OpenSocket>>, "on" | "emit" | "connected">;

interface RealtimeOptions {
  store: AppStore;
  role: Role;
  /** By wire name: `order.status_changed`, `gold_rate.changed` … */
  handlers: Record<string, EventHandler>;
  /** Tags of the data that events keep current; refetched when events may have been missed. */
  liveTags: LiveTag[];
  /** Tags of the data that hints keep current as well. Hints are not replayed, so it is refetched after each gap. */
  hintedTags?: LiveTag[];
  /** Further tags of such data. A page whose first connection succeeds has just loaded it, and does not refetch it. */
  hintedTagsAfterLoss?: LiveTag[];
  /** Queries who is signed in. A 401 clears the cookies and the session flag. */
  checkSession: () => Promise<unknown>;
  /** The last event that is included in the preloaded data. */
  after?: number;
  /** Sends messages over the socket. Returns a function that stops it. */
  share?: (socket: LiveSocket) => () => void;
  openSocket?: OpenSocket;
}

/** In milliseconds: how often a live page repeats queries that got no response, as while the API restarts. */
const retryInterval = 5000;

/** Opens the page's socket. Returns a function that closes it. */
export function startRealtime({
  store,
  role,
  handlers,
  liveTags,
  hintedTags,
  hintedTagsAfterLoss = [],
  checkSession,
  after,
  share,
  openSocket = openSocketIo,
}: RealtimeOptions) {
  let isReplayRequested = false;
  let mayHaveMissed = false;
  let socket: Awaited<ReturnType<OpenSocket>> | undefined;
  let lastReceivedAt: number | null = null;
  let refusals = 0;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let stopSharing: (() => void) | undefined;
  let ending = false;

  const recordPosition = (id: unknown) => {
    if (typeof id === "number") after = Math.max(after ?? 0, id);
  };
  const onReceived = () => {
    lastReceivedAt = Date.now();
  };
  const markDisconnected = (state: "reconnecting" | "offline") => {
    mayHaveMissed = true;
    store.dispatch(connectionLost({ state, asOf: lastReceivedAt }));
  };
  const refetchLiveData = () => {
    store.dispatch(recentOrdersForgotten());
    store.dispatch(api.util.invalidateTags(liveTags));
  };
  const markLive = () => {
    refusals = 0;
    failures = 0;
    onReceived();
    store.dispatch(cameLive(Date.now()));
    store.dispatch(retryUnanswered());
  };

  const reconnectSoon = () => {
    if (closed) return;
    clearTimeout(retry);
    retry = setTimeout(() => socket?.connect(), delayOfRetry(refusals));
    refusals += 1;
  };
  // An invalid session is refused at the handshake or disconnected later. Socket.IO does not reconnect after either.
  const reconnectAfterSessionCheck = () => {
    markDisconnected(navigator.onLine ? "reconnecting" : "offline");
    void checkSession().then(reconnectSoon, reconnectSoon);
  };

  function listen(opened: NonNullable<typeof socket>) {
    for (const [name, handle] of Object.entries(handlers)) {
      opened.on(name, (event: ShopEvent) => {
        onReceived();
        // Before the first `caught_up`, the page may miss events that are older than this one.
        if (after !== undefined) recordPosition(event?.id);
        const action = handle(event.data, event);
        if (action) store.dispatch(action);
      });
    }
    opened.on("caught_up", ({ through }: { through: number }) => {
      recordPosition(through);
      // Without a replay, data that was loaded before this moment may miss an event.
      if (!isReplayRequested) refetchLiveData();
      else if (hintedTags) {
        store.dispatch(api.util.invalidateTags(mayHaveMissed ? [...hintedTags, ...hintedTagsAfterLoss] : hintedTags));
      }
      markLive();
    });
    opened.on("resync", ({ through }: { through: number }) => {
      recordPosition(through);
      refetchLiveData();
      markLive();
    });
    opened.on("session_ended", () => {
      ending = true;
      store.dispatch(sessionEnded({ role }));
      ending = false;
    });
    opened.on("disconnect", (reason: string) => {
      if (closed) return;
      if (reason === "io server disconnect") reconnectAfterSessionCheck();
      else if (reason !== "io client disconnect") markDisconnected(navigator.onLine ? "reconnecting" : "offline");
    });
    opened.on("connect_error", () => {
      if (closed) return;
      if (!opened.active) return reconnectAfterSessionCheck();
      // The transport failed and Socket.IO retries by itself. A browser cannot tell an unavailable server from a
      // refused session, so check the session after 1, 2, 4, 8 … failures.
      markDisconnected(navigator.onLine ? "reconnecting" : "offline");
      failures += 1;
      if ((failures & (failures - 1)) === 0) void checkSession().catch(() => {});
    });
  }

  const reconnectNow = () => {
    refusals = 0;
    socket?.disconnect();
    socket?.connect();
  };
  const onOffline = () => markDisconnected("offline");
  const onOnline = () => {
    markDisconnected("reconnecting");
    reconnectNow();
  };
  // A sign-in or sign-out, here or in another tab, changes the identity of the socket.
  let identity = identityOf(store, role);
  const unsubscribe = store.subscribe(() => {
    const next = identityOf(store, role);
    if (next === identity) return;
    identity = next;
    // The server ended the session and closes the socket itself.
    if (!ending) reconnectNow();
  });
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", onOnline);
  if (!navigator.onLine) markDisconnected("offline");

  const auth: SocketOptions["auth"] = (sendAuth) => {
    isReplayRequested = after !== undefined;
    // A role without a session is refused. Without a role, the page would receive events for all sessions of the
    // browser.
    sendAuth({ role: identity === null ? "visitor" : role, ...(after !== undefined && { after }) });
  };
  const repetition = setInterval(() => socket?.connected && store.dispatch(retryUnanswered()), retryInterval);
  const cancelIdle = whenIdle(async () => {
    const opened = await openSocket({ auth, onReceived });
    if (closed) return opened.disconnect();
    socket = opened;
    listen(opened);
    stopSharing = share?.(opened);
    opened.connect();
  });

  return () => {
    closed = true;
    cancelIdle();
    clearTimeout(retry);
    clearInterval(repetition);
    stopSharing?.();
    unsubscribe();
    window.removeEventListener("offline", onOffline);
    window.removeEventListener("online", onOnline);
    socket?.disconnect();
  };
}

function identityOf(store: AppStore, role: Role): number | "admin" | null {
  const { authUser, isAdmin } = store.getState().session;
  if (role === "admin") return isAdmin ? "admin" : null;
  return authUser?.id ?? null;
}

/** The checks of the session, which every page needs, though none subscribes to them. */
const sessionChecks = ["customerMe", "adminMe"];

/** Repeats the queries that got no response, if a page still needs them. */
function retryUnanswered(): ThunkAction<void, RootState, StoreExtra, UnknownAction> {
  return (dispatch, getState) => {
    // RTK Query writes its subscribers to the store with a delay of 500 ms, so the newest queries are repeated later.
    const { queries, subscriptions } = getState().api;
    for (const [key, query] of Object.entries(queries)) {
      if (query?.status !== "rejected" || !isUnanswered(query.error)) continue;
      const isNeeded = Object.keys(subscriptions[key] ?? {}).length > 0 || sessionChecks.includes(query.endpointName);
      if (!isNeeded) continue;
      const { initiate } = api.endpoints[query.endpointName as never] as {
        initiate: (...args: unknown[]) => UnknownAction;
      };
      dispatch(initiate(query.originalArgs, { subscribe: false, forceRefetch: true }));
    }
  };
}
