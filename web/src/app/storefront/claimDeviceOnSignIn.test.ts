import { waitFor } from "@testing-library/react";
import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { persistSession } from "@/shared/session/persistence";
import { shopperSignedIn, signedOut } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";
import { claimDeviceOnSignIn } from "./claimDeviceOnSignIn";
import { resetOnSignOut } from "./resetOnSignOut";

const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

/** A browser with the subscription. */
function stubBrowser(endpoint: string) {
  const subscription = { toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  const serviceWorker = { getRegistration: async () => registration, ready: Promise.resolve({ active: null }) };
  vi.stubGlobal("navigator", { ...navigator, serviceWorker });
}

it("names the device of this browser to the server when somebody signs in, once", async () => {
  const endpoint = "https://push.example/1";
  stubBrowser(endpoint);
  const store = makeStore("customer");
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/notification/device/", async ({ request }) => {
      const body = (await request.json()) as { endpoint: string };
      sent.push([store.getState().session.authUser?.id, body.endpoint]);
      return answer({ subjects: [] });
    }),
  );
  claimDeviceOnSignIn(store);
  store.dispatch(shopperSignedIn(asha));
  store.dispatch(shopperSignedIn({ ...asha, name: "Asha R" }));
  await waitFor(() => expect(sent).toContainEqual([asha.id, endpoint]));
  store.dispatch(shopperSignedIn({ ...asha, id: 8, name: "Ben" }));
  await waitFor(() => expect(sent).toContainEqual([8, endpoint]));
  expect(sent).toEqual([
    [asha.id, endpoint],
    [8, endpoint],
  ]);
});

/** Opens a page whose calls get this response. Returns its store, and the shoppers for whom it claimed the device. */
function openPage(reply: () => Response) {
  const named: (number | undefined)[] = [];
  const store = makeStore("customer");
  stops.push(persistSession(store));
  server.use(
    http.post("*/api/notification/device/", () => {
      named.push(store.getState().session.authUser?.id);
      return reply();
    }),
  );
  resetOnSignOut(store);
  claimDeviceOnSignIn(store);
  return { store, named };
}

it("names the device on the next page again if the server did not answer, and then no more", async () => {
  stubBrowser("https://push.example/1");
  const first = openPage(() => refusal(503, "Try again."));
  first.store.dispatch(shopperSignedIn(asha));
  await waitFor(() => expect(first.named).toEqual([asha.id]));
  const second = openPage(() => answer({ subjects: [] }));
  await waitFor(() => expect(second.named).toEqual([asha.id]));
  await waitFor(() => expect(localStorage["swarna:deviceOf"]).toBe(`${asha.id}`));
  const third = openPage(() => answer({ subjects: [] }));
  third.store.dispatch(shopperSignedIn({ ...asha, id: 8, name: "Ben" }));
  await waitFor(() => expect(third.named).toEqual([8]));
});

it("names the device at each sign-in, as the device ends with the newest one", async () => {
  stubBrowser("https://push.example/1");
  const { store, named } = openPage(() => answer({ subjects: [] }));
  for (const times of [1, 2]) {
    store.dispatch(shopperSignedIn(asha));
    await waitFor(() => expect(named).toHaveLength(times));
    store.dispatch(signedOut("customer"));
  }
});

it("asks nobody to sign in because the session had ended before the page was opened", async () => {
  stubBrowser("https://push.example/1");
  localStorage["persist:root"] = JSON.stringify({ authUser: JSON.stringify(asha) });
  const { store, named } = openPage(() => refusal(401, "Please sign in."));
  await waitFor(() => expect(store.getState().session.authUser).toBeNull());
  expect(named).toEqual([asha.id]);
  expect(store.getState().session.signInNeeded).toBe(false);
});
