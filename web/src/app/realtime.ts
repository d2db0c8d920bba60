import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { StoreExtra } from "@/shared/api/baseQuery";
import { isUnanswered } from "@/shared/api/errors";
import type { Role, ShopEvent } from "@/shared/api/types";
import { cameLive, connectionLost } from "@/shared/connection/connectionSlice";
import { recentOrdersForgotten } from "@/shared/orders/recentOrdersSlice";
import { sessionEnded } from "@/shared/session/sessionSlice";
import { type OpenSocket, openSocketIo, retryDelay, type SocketOptions, whenIdle } from "./socket";
import type { AppStore, RootState } from "./store";

export type LiveTag =
  | "Product"
  | "Category"
  | "GoldRate"
  | "Cart"
  | "Wishlist"
  | "Order"
  | "OrderItem"
  | "Review"
  | "Vendor"
  | "Customer"
  | "ProductImport";

type Effect = UnknownAction | ThunkAction<unknown, RootState, StoreExtra, UnknownAction>;

/** What a feature does with the `data` of an event: it returns what is to be dispatched. */
// biome-ignore lint/suspicious/noExplicitAny: each type of event has data of its own
export type EventHandler = (data: any, event: ShopEvent<any>) => Effect | undefined;

interface RealtimeOptions {
  store: AppStore;
  role: Role;
  /** By wire name: `order.status_changed`, `gold_rate.changed` … */
  handlers: Record<string, EventHandler>;
  /** The lists that events keep current: loaded again when what was missed is unknown. */
  liveTags: LiveTag[];
  /** Asks the server who this is; its 401 clears the dead cookies and drops the flag. */
  whoAmI: () => Promise<unknown>;
  /** The last event that is in what the page shows already. */
  after?: number;
  openSocket?: OpenSocket;
}

/** The one socket of a page. Returns the way to close it. */
export function startRealtime({
  store,
  role,
  handlers,
  liveTags,
  whoAmI,
  after,
  openSocket = openSocketIo,
}: RealtimeOptions) {
  let replayAsked = false;
  let wasCurrent = after !== undefined;
  let socket: Awaited<ReturnType<OpenSocket>> | undefined;
  let lastHeard: number | null = null;
  let refusals = 0;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let ending = false;

  const remember = (id: unknown) => {
    if (typeof id === "number") after = Math.max(after ?? 0, id);
  };
  const onHeard = () => {
    lastHeard = Date.now();
  };
  const lost = (state: "reconnecting" | "offline") => {
    store.dispatch(connectionLost({ state, asOf: lastHeard }));
  };
  const loadAgain = () => {
    store.dispatch(recentOrdersForgotten());
    store.dispatch(api.util.invalidateTags(liveTags));
  };
  const live = () => {
    wasCurrent = true;
    refusals = 0;
    failures = 0;
    onHeard();
    store.dispatch(cameLive(Date.now()));
    store.dispatch(askedAgain());
  };

  const reconnectSoon = () => {
    clearTimeout(retry);
    const delay = Math.min(retryDelay.most, retryDelay.first * 2 ** refusals) * (0.75 + Math.random() / 2);
    refusals += 1;
    retry = setTimeout(() => socket?.connect(), delay);
  };
  // A dead session is refused at the handshake or ended under way; socket.io does not try again after either.
  const reconnectAsWhoIsLeft = () => {
    lost(navigator.onLine ? "reconnecting" : "offline");
    void whoAmI().then(reconnectSoon, reconnectSoon);
  };

  function listen(opened: NonNullable<typeof socket>) {
    for (const [name, handle] of Object.entries(handlers)) {
      opened.on(name, (event: ShopEvent) => {
        onHeard();
        remember(event?.id);
        const action = handle(event.data, event);
        if (action) store.dispatch(action);
      });
    }
    opened.on("caught_up", ({ through }: { through: number }) => {
      remember(through);
      // Without a replay, what was loaded before this moment may have missed something.
      if (!replayAsked || !wasCurrent) loadAgain();
      live();
    });
    opened.on("resync", ({ through }: { through: number }) => {
      remember(through);
      loadAgain();
      live();
    });
    opened.on("session_ended", () => {
      ending = true;
      store.dispatch(sessionEnded({ role }));
      ending = false;
    });
    opened.on("disconnect", (reason: string) => {
      if (closed) return;
      if (reason === "io server disconnect") reconnectAsWhoIsLeft();
      else if (reason !== "io client disconnect") lost(navigator.onLine ? "reconnecting" : "offline");
    });
    opened.on("connect_error", () => {
      if (closed) return;
      if (!opened.active) return reconnectAsWhoIsLeft();
      // The transport failed, and socket.io goes on trying by itself. A browser does not tell a server that is away
      // from one that refused a dead session, so it is asked, ever more seldom: after 1, 2, 4, 8 … failures.
      lost(navigator.onLine ? "reconnecting" : "offline");
      failures += 1;
      if ((failures & (failures - 1)) === 0) void whoAmI().catch(() => {});
    });
  }

  const reconnectNow = () => {
    refusals = 0;
    socket?.disconnect();
    socket?.connect();
  };
  const onOffline = () => lost("offline");
  const onOnline = () => {
    lost("reconnecting");
    reconnectNow();
  };
  // Signing in or out, here or in another tab, makes this page listen as someone else.
  let identity = identityOf(store, role);
  const unsubscribe = store.subscribe(() => {
    const next = identityOf(store, role);
    if (next === identity) return;
    identity = next;
    // Ended by the server: it closes the socket itself.
    if (!ending) reconnectNow();
  });
  window.addEventListener("offline", onOffline);
  window.addEventListener("online", onOnline);
  if (!navigator.onLine) lost("offline");

  const auth: SocketOptions["auth"] = (sendAuth) => {
    replayAsked = after !== undefined;
    // A visitor listens as nobody; naming a role without its session would end at once.
    sendAuth({ ...(identity !== null && { role }), ...(after !== undefined && { after }) });
  };
  const cancelIdle = whenIdle(async () => {
    const opened = await openSocket({ auth, onHeard });
    if (closed) return opened.disconnect();
    socket = opened;
    listen(opened);
    opened.connect();
  });

  return () => {
    closed = true;
    cancelIdle();
    clearTimeout(retry);
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

/** Whatever the shop did not answer while it was away is asked for again. */
function askedAgain(): ThunkAction<void, RootState, StoreExtra, UnknownAction> {
  return (dispatch, getState) => {
    for (const query of Object.values(getState().api.queries)) {
      if (query?.status !== "rejected" || !isUnanswered(query.error)) continue;
      const { initiate } = api.endpoints[query.endpointName as never] as {
        initiate: (...args: unknown[]) => UnknownAction;
      };
      dispatch(initiate(query.originalArgs, { subscribe: false, forceRefetch: true }));
    }
  };
}
