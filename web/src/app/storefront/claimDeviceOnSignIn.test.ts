import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { answer, server } from "@/shared/test/server";
import { claimDeviceOnSignIn } from "./claimDeviceOnSignIn";

afterEach(() => vi.unstubAllGlobals());

/** A browser with the subscription. */
function stubBrowser(endpoint: string) {
  const subscription = { toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }) };
  const registration = { pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("navigator", { ...navigator, serviceWorker: { getRegistration: async () => registration } });
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
  await vi.waitFor(() => expect(sent).toContainEqual([asha.id, endpoint]));
  store.dispatch(shopperSignedIn({ ...asha, id: 8, name: "Ben" }));
  await vi.waitFor(() => expect(sent).toContainEqual([8, endpoint]));
  expect(sent).toEqual([
    [asha.id, endpoint],
    [8, endpoint],
  ]);
});
