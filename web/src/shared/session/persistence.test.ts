import { afterEach, describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { asha, cartLine } from "@/shared/test/fixtures";
import { countsReceived, pricesAcknowledged, productViewed } from "./localHistorySlice";
import { persistSession, readPersisted } from "./persistence";
import { sessionEndText } from "./sessionEndText";
import { adminSignedIn, sessionEnded, shopperSignedIn, signedOut, signOutStarted } from "./sessionSlice";

let stop = () => {};
afterEach(() => stop());

function keptStore() {
  const store = makeStore("customer");
  stop = persistSession(store);
  return store;
}

const elsewhere = (key: string | null) => window.dispatchEvent(new StorageEvent("storage", { key }));

describe("the kept session", () => {
  it("holds who is signed in under the key root, and nothing else of them", () => {
    const store = keptStore();
    store.dispatch(shopperSignedIn({ ...asha, token: "secret" } as typeof asha));
    expect(JSON.parse(JSON.parse(localStorage["persist:root"]).authUser)).toEqual(asha);
    expect(localStorage["persist:root"]).not.toContain("secret");
    expect(readPersisted().session.authUser).toEqual(asha);
  });

  it("is there before the first paint of the next page", () => {
    keptStore().dispatch(shopperSignedIn(asha));
    expect(makeStore("customer").getState().session.authUser).toEqual(asha);
  });

  it("is cleared by signing out", () => {
    const store = keptStore();
    store.dispatch(shopperSignedIn(asha));
    store.dispatch(signedOut("customer"));
    expect(readPersisted().session.authUser).toBeNull();
  });

  it("keeps the admin's flag as the text true and removes it", () => {
    const store = keptStore();
    store.dispatch(adminSignedIn());
    expect(localStorage.isLoggedIn).toBe("true");
    store.dispatch(signedOut("admin"));
    expect(localStorage.isLoggedIn).toBeUndefined();
  });

  it("follows another tab's sign-in and sign-out", () => {
    const store = keptStore();
    localStorage["persist:root"] = JSON.stringify({ authUser: JSON.stringify(asha) });
    elsewhere("persist:root");
    expect(store.getState().session.authUser).toEqual(asha);
    localStorage.clear();
    elsewhere(null);
    expect(store.getState().session.authUser).toBeNull();
  });

  it("is read again by a page that Back restores", () => {
    const store = keptStore();
    store.dispatch(shopperSignedIn(asha));
    store.dispatch(adminSignedIn());
    const { session } = store.getState();
    const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
    show(true);
    expect(store.getState().session).toBe(session);
    localStorage["persist:root"] = JSON.stringify({
      authUser: JSON.stringify({ ...asha, id: 8, name: "Ben" }),
      changedAt: `${Date.now() + 1000}`,
    });
    delete localStorage.isLoggedIn;
    show(false);
    expect(store.getState().session).toBe(session);
    show(true);
    expect(store.getState().session).toMatchObject({ authUser: { id: 8 }, isAdmin: false });
  });

  it("survives a tab that wrote before it knew of the sign-in", () => {
    const store = keptStore();
    store.dispatch(shopperSignedIn(asha));
    localStorage["persist:root"] = JSON.stringify({ recentlySeen: "[8]" });
    elsewhere("persist:root");
    expect(store.getState().session.authUser).toEqual(asha);
    expect(readPersisted()).toMatchObject({ session: { authUser: asha }, localHistory: { recentlySeen: [8] } });
    localStorage.clear();
    elsewhere(null);
    expect(store.getState().session.authUser).toBeNull();
  });

  it.each([
    ["signed_out", "You signed out in another window. "],
    ["ended_elsewhere", "This sign-in was ended from another of your devices. "],
    ["a_reason_of_a_later_version", ""],
  ])("says why a session ended: %s", (reason, words) => {
    expect(sessionEndText({ role: "customer", reason, at: 0 }, "customer")).toBe(
      `${words}Your session has ended. Please sign in again.`,
    );
  });

  it("tells in another tab why its session ended", () => {
    const ended = keptStore();
    ended.dispatch(shopperSignedIn(asha));
    ended.dispatch(sessionEnded({ role: "customer", reason: "password_changed" }));
    stop();
    const written = localStorage["persist:root"];
    localStorage["persist:root"] = JSON.stringify({ authUser: JSON.stringify(asha) });
    const other = keptStore();
    localStorage["persist:root"] = written;
    elsewhere("persist:root");
    expect(sessionEndText(other.getState().session.ending, "customer")).toBe(
      "Your password was changed. Your session has ended. Please sign in again.",
    );
    expect(readPersisted().session.ending?.reason).toBe("password_changed");
    expect(sessionEndText(readPersisted().session.ending, "admin")).toBeUndefined();
    other.dispatch(shopperSignedIn(asha));
    expect(readPersisted().session.ending).toBeNull();
  });

  it("tells another tab of a sign-out, and not the one that signed out", () => {
    const own = keptStore();
    own.dispatch(shopperSignedIn(asha));
    const other = makeStore("customer");
    const stopOther = persistSession(other);
    own.dispatch(signOutStarted());
    own.dispatch(signedOut("customer"));
    elsewhere("persist:root");
    expect(other.getState().session).toMatchObject({ authUser: null, ending: { reason: "signed_out" } });
    expect(own.getState().session.ending).toBeNull();
    expect(readPersisted().session.ending).toBeNull();
    stopOther();
  });

  it("remembers what was looked at and the prices known, for the next page and the other tabs", () => {
    const store = keptStore();
    store.dispatch(productViewed(5));
    store.dispatch(pricesAcknowledged([cartLine()]));
    store.dispatch(countsReceived({ cart: 2 }));
    const prices = { 5: { ornamentPrice: 92_533, goldRate: 11_852 } };
    const kept = { recentlySeen: [5], cartPrices: prices, counts: { cart: 2 } };
    expect(makeStore("customer").getState().localHistory).toEqual(kept);
    localStorage["persist:root"] = JSON.stringify({
      recentlySeen: '[8,"x",-1]',
      cartPrices: '{"a":1}',
      counts: '{"cart":-1}',
    });
    elsewhere("persist:root");
    expect(store.getState().localHistory).toEqual({ recentlySeen: [8], cartPrices: {}, counts: {} });
  });

  it("writes only what changed, beside what another tab wrote in the same moment", () => {
    const store = keptStore();
    localStorage["persist:root"] = JSON.stringify({ recentlySeen: "[8]" });
    store.dispatch(pricesAcknowledged([cartLine()]));
    expect(readPersisted().localHistory).toMatchObject({ recentlySeen: [8], cartPrices: { 5: { goldRate: 11_852 } } });
  });

  it.each(["", "not json", '{"authUser":"not json"}', '{"authUser":{"id":"7"}}', "null", "[]"])(
    "counts unreadable text %j as signed out",
    (text) => {
      localStorage["persist:root"] = text;
      expect(readPersisted().session.authUser).toBeNull();
    },
  );
});
