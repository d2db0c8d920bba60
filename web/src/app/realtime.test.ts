import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { api } from "@/shared/api/api";
import { sessionApi } from "@/shared/api/session";
import type { ShopEvent } from "@/shared/api/types";
import type { OpenSocket } from "@/shared/connection/socket";
import { sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";
import { type LiveTag, startRealtime } from "./realtime";
import { type AppStore, makeStore } from "./store";

type Listener = (...args: unknown[]) => void;

/** Replaces the socket library: the test acts as the server. */
class FakeSocket {
  listeners = new Map<string, Listener>();
  hello: { role?: string; after?: number }[] = [];
  connected = false;
  active = true;
  auth: (send: (data: { role?: string; after?: number }) => void) => void = () => {};

  on = (name: string, listener: Listener) => {
    this.listeners.set(name, listener);
    return this as never;
  };
  connect = () => {
    this.connected = true;
    this.active = true;
    this.auth((data) => this.hello.push(data));
    return this as never;
  };
  disconnect = () => {
    this.connected = false;
    return this as never;
  };
  server(name: string, ...args: unknown[]) {
    if (name === "disconnect" || name === "connect_error") this.connected = false;
    this.listeners.get(name)?.(...args);
  }
  get open(): OpenSocket {
    return async ({ auth }) => {
      this.auth = auth;
      return this as never;
    };
  }
}

let socket: FakeSocket;
let store: AppStore;
let stop: () => void;
let received: ShopEvent[];
let checkSession: ReturnType<typeof vi.fn<() => Promise<unknown>>>;
let invalidated: unknown[];

/** Waits until the store has a subscriber of the query. RTK Query writes subscribers with a delay. */
const subscribed = ({ queryCacheKey: key }: { queryCacheKey: string }) =>
  waitFor(() => expect(Object.keys(store.getState().api.subscriptions[key] ?? {})).toHaveLength(1));

/** The tags that were invalidated. */
const withMemory = (made: AppStore): AppStore => ({
  ...made,
  dispatch: ((action: { type?: string; payload?: unknown }) => {
    if (action.type === api.util.invalidateTags([]).type) invalidated.push(action.payload);
    return made.dispatch(action as never);
  }) as AppStore["dispatch"],
});

async function goLive(hintedTags?: LiveTag[]) {
  stop = startRealtime({
    store: withMemory(store),
    role: "customer",
    handlers: {
      "order.status_changed": (_data, event) => {
        received.push(event);
        return undefined;
      },
    },
    liveTags: ["Order"],
    hintedTags,
    checkSession,
    openSocket: socket.open,
  });
  await waitFor(() => expect(socket.hello).toHaveLength(1));
}

beforeEach(() => {
  socket = new FakeSocket();
  store = makeStore("customer");
  received = [];
  invalidated = [];
  checkSession = vi.fn<() => Promise<unknown>>(async () => null);
});
afterEach(() => stop());

const event = (id: number) => ({ id, type: "order.status_changed", at: "2026-11-20T10:00:00.000Z", data: { id } });
const state = () => store.getState().connection.state;

describe("the first connection", () => {
  it("names no event, and loads again what was loaded before it", async () => {
    store.dispatch(shopperSignedIn(asha));
    await goLive();
    expect(socket.hello).toEqual([{ role: "customer" }]);
    expect(state()).toBe("reconnecting");
    socket.server("caught_up", { through: 40 });
    expect(state()).toBe("live");
    expect(invalidated).toEqual([["Order"]]);
  });

  it("of a visitor names the role of nobody who is signed in", async () => {
    await goLive();
    expect(socket.hello).toEqual([{ role: "visitor" }]);
  });

  it("hands events to their handlers", async () => {
    await goLive();
    socket.server("caught_up", { through: 40 });
    socket.server("order.status_changed", event(41));
    expect(received.map(({ id }) => id)).toEqual([41]);
  });
});

describe("a connection that comes back", () => {
  it("loads again what was loaded before it, if the first was lost before the page was up to date", async () => {
    await goLive();
    socket.server("order.status_changed", event(42));
    socket.server("disconnect", "transport close");
    socket.connect();
    expect(socket.hello.at(-1)).toEqual({ role: "visitor" });
    socket.server("caught_up", { through: 43 });
    expect(invalidated).toEqual([["Order"]]);
  });

  it("fetches what hints keep current, which are not replayed", async () => {
    await goLive(["CustomerRecord"]);
    socket.server("caught_up", { through: 40 });
    invalidated = [];
    socket.server("disconnect", "transport close");
    socket.connect();
    socket.server("caught_up", { through: 43 });
    expect(invalidated).toEqual([["CustomerRecord"]]);
  });

  it("asks for what is newer than the greatest id it saw, and fetches nothing", async () => {
    await goLive();
    socket.server("caught_up", { through: 40 });
    socket.server("order.status_changed", event(42));
    socket.server("order.status_changed", event(41));
    invalidated = [];
    socket.server("disconnect", "transport close");
    expect(state()).toBe("reconnecting");
    expect(store.getState().connection.asOf).not.toBeNull();
    socket.connect();
    expect(socket.hello.at(-1)).toEqual({ role: "visitor", after: 42 });
    socket.server("order.status_changed", event(43));
    expect(state()).toBe("reconnecting");
    socket.server("caught_up", { through: 43 });
    expect(state()).toBe("live");
    expect(invalidated).toEqual([]);
  });

  it("loads everything again when too much was missed, and goes on from there", async () => {
    await goLive();
    socket.server("caught_up", { through: 40 });
    invalidated = [];
    socket.connect();
    socket.server("resync", { through: 9000 });
    expect(invalidated).toEqual([["Order"]]);
    expect(state()).toBe("live");
    socket.connect();
    expect(socket.hello.at(-1)).toEqual({ role: "visitor", after: 9000 });
  });

  it("is left to the library while the server is away, which is asked ever more seldom who this is", async () => {
    await goLive();
    for (let failure = 1; failure <= 9; failure += 1) socket.server("connect_error", new Error("websocket error"));
    expect(state()).toBe("reconnecting");
    expect(checkSession).toHaveBeenCalledTimes(4);
    expect(socket.hello).toHaveLength(1);
  });
});

describe("a dead session", () => {
  it("refused at the handshake: checks the session, then connects again", async () => {
    store.dispatch(shopperSignedIn(asha));
    await goLive();
    checkSession.mockImplementation(async () => store.dispatch(sessionEnded({ role: "customer" })));
    socket.active = false;
    socket.server("connect_error", new Error("This session has ended."));
    await waitFor(() => expect(socket.hello.length).toBeGreaterThan(1));
    expect(checkSession).toHaveBeenCalledOnce();
    expect(socket.hello.at(-1)).toEqual({ role: "visitor" });
  });

  it("refused at once: drops the flag and connects as a visitor", async () => {
    store.dispatch(shopperSignedIn(asha));
    await goLive();
    checkSession.mockImplementation(async () => store.dispatch(sessionEnded({ role: "customer" })));
    socket.server("connect_error", new Error("websocket error"));
    await waitFor(() => expect(socket.hello.at(-1)).toEqual({ role: "visitor" }));
    expect(store.getState().session.authUser).toBeNull();
  });

  it("ended later: drops the flag and connects as a visitor", async () => {
    store.dispatch(shopperSignedIn(asha));
    await goLive();
    socket.server("caught_up", { through: 40 });
    socket.server("session_ended", {});
    expect(store.getState().session.authUser).toBeNull();
    socket.server("disconnect", "io server disconnect");
    await waitFor(() => expect(socket.hello.at(-1)).toEqual({ role: "visitor", after: 40 }));
  });
});

describe("a stopped connection", () => {
  it("stays closed when a check of the session ends later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await goLive();
    const { opened: checked, open: endCheck } = latch();
    checkSession.mockReturnValue(checked);
    socket.server("disconnect", "io server disconnect");
    stop();
    endCheck();
    await vi.advanceTimersByTimeAsync(5000);
    expect(socket.hello).toHaveLength(1);
    expect(socket.connected).toBe(false);
  });
});

describe("the identity of the socket", () => {
  it("changes with the sign-in", async () => {
    await goLive();
    socket.server("caught_up", { through: 40 });
    store.dispatch(shopperSignedIn(asha));
    expect(socket.hello.at(-1)).toEqual({ role: "customer", after: 40 });
  });
});

describe("the network", () => {
  it("lost: the page is offline as of the last event, and reconnects at once afterwards", async () => {
    await goLive();
    socket.server("caught_up", { through: 40 });
    window.dispatchEvent(new Event("offline"));
    expect(state()).toBe("offline");
    window.dispatchEvent(new Event("online"));
    expect(state()).toBe("reconnecting");
    expect(socket.hello).toHaveLength(2);
  });

  it("asks again for what the shop did not answer while it was away", async () => {
    const away = api.injectEndpoints({
      endpoints: (build) => ({ rates: build.query<number, void>({ query: () => "rates/" }) }),
    });
    server.use(http.get("*/api/rates/", () => HttpResponse.error(), { once: true }));
    const page = store.dispatch(away.endpoints.rates.initiate());
    await page;
    await subscribed(page);
    const rates = () => away.endpoints.rates.select()(store.getState());
    expect(rates().isError).toBe(true);
    server.use(http.get("*/api/rates/", () => answer(11_852)));
    await goLive();
    socket.server("caught_up", { through: 1 });
    await waitFor(() => expect(rates().data).toBe(11_852));
  });
});

describe("a live page", () => {
  it("repeats a query that got no answer until there is one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
    let calls = 0;
    server.use(
      http.get("*/api/probe/", () => {
        calls += 1;
        return calls < 3 ? new HttpResponse(null, { status: 503 }) : answer("whole");
      }),
    );
    const probe = api.injectEndpoints({
      endpoints: (build) => ({ probe: build.query<string, void>({ query: () => "probe/" }) }),
    }).endpoints.probe;
    await goLive();
    socket.server("caught_up", { through: 40 });
    const page = store.dispatch(probe.initiate());
    await page;
    await subscribed(page);
    expect(probe.select()(store.getState()).isError).toBe(true);
    for (const expected of [2, 3, 3]) {
      vi.advanceTimersByTime(6500);
      await waitFor(() => expect(calls).toBe(expected));
      await waitFor(() => expect(probe.select()(store.getState()).isLoading).toBe(false));
    }
    expect(probe.select()(store.getState()).data).toBe("whole");
    vi.useRealTimers();
  });

  it("does not repeat a query of a page that was left", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
    const calls = { left: 0, shown: 0 };
    const failing = (name: keyof typeof calls) =>
      http.get(`*/api/${name}/`, () => {
        calls[name] += 1;
        return new HttpResponse(null, { status: 503 });
      });
    server.use(failing("left"), failing("shown"));
    const { left, shown } = api.injectEndpoints({
      endpoints: (build) => ({
        left: build.query<string, void>({ query: () => "left/" }),
        shown: build.query<string, void>({ query: () => "shown/" }),
      }),
    }).endpoints;
    await goLive();
    socket.server("caught_up", { through: 40 });
    const pages = { left: store.dispatch(left.initiate()), shown: store.dispatch(shown.initiate()) };
    await Promise.all([pages.left, pages.shown]);
    pages.left.unsubscribe();
    await subscribed(pages.shown);
    for (const expected of [2, 3]) {
      vi.advanceTimersByTime(6500);
      await waitFor(() => expect(calls.shown).toBe(expected));
      await waitFor(() => expect(shown.select()(store.getState()).isLoading).toBe(false));
    }
    expect(calls.left).toBe(1);
    vi.useRealTimers();
  });

  it("repeats a check of the session that got no answer", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"], shouldAdvanceTime: true });
    let calls = 0;
    server.use(
      http.get("*/api/customer/me/", () => {
        calls += 1;
        return calls < 2 ? HttpResponse.error() : refusal(401, "Your password was changed.");
      }),
    );
    await goLive();
    socket.server("caught_up", { through: 40 });
    await store.dispatch(sessionApi.endpoints.customerMe.initiate(undefined, { subscribe: false }));
    vi.advanceTimersByTime(6500);
    await waitFor(() => expect(calls).toBe(2));
    vi.useRealTimers();
  });
});
