import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { startAdminUpdates } from "@/app/admin/eventHandlers";
import { makeStore } from "@/app/store";
import { resetOnSignOut } from "@/app/storefront/resetOnSignOut";
import { sessionApi } from "@/shared/api/session";
import { asha } from "@/shared/test/fixtures";
import { server } from "@/shared/test/server";
import { followEndReason } from "./endReason";
import { persistSession } from "./persistence";
import { adminSignedIn, sessionEnded, shopperSignedIn } from "./sessionSlice";

let stop = () => {};
afterEach(() => stop());

const refuse = () =>
  HttpResponse.json(
    { status: 0, message: "Please sign in.", data: { ended: { admin: "password_changed" } } },
    { status: 401 },
  );

it("a page that is loaded after the end learns the reason", async () => {
  const left = makeStore("admin");
  const stopLeft = persistSession(left);
  left.dispatch(adminSignedIn());
  left.dispatch(sessionEnded({ role: "admin" }));
  stopLeft();
  server.use(http.get("*/api/admin/me/", refuse));
  const loaded = makeStore("admin");
  stop = startAdminUpdates(loaded);
  await expect.poll(() => loaded.getState().session.ending?.reason).toBe("password_changed");
});

it("a page that its socket told of the end learns the reason", async () => {
  const store = makeStore("admin");
  stop = startAdminUpdates(store);
  store.dispatch(adminSignedIn());
  server.use(http.get("*/api/admin/me/", refuse));
  store.dispatch(sessionEnded({ role: "admin" }));
  await expect.poll(() => store.getState().session.ending?.reason).toBe("password_changed");
});

it("the storefront learns the reason, although the end of the session aborts what was asked before", async () => {
  const store = makeStore("customer");
  resetOnSignOut(store);
  const { initiate } = sessionApi.endpoints.customerMe;
  stop = followEndReason(store, "customer", () => store.dispatch(initiate(undefined, { forceRefetch: true })));
  store.dispatch(shopperSignedIn(asha));
  const data = { ended: { customer: "password_changed" } };
  server.use(
    http.get("*/api/customer/me/", () =>
      HttpResponse.json({ status: 0, message: "Please sign in.", data }, { status: 401 }),
    ),
  );
  store.dispatch(sessionEnded({ role: "customer" }));
  await expect.poll(() => store.getState().session.ending?.reason).toBe("password_changed");
});

it("asks once for each end of its role without a reason", async () => {
  const store = makeStore("customer");
  const checkSession = vi.fn();
  stop = followEndReason(store, "customer", checkSession);
  store.dispatch(sessionEnded({ role: "customer" }));
  store.dispatch(adminSignedIn());
  store.dispatch(sessionEnded({ role: "admin" }));
  store.dispatch(shopperSignedIn(asha));
  store.dispatch(sessionEnded({ role: "customer", reason: "idle" }));
  await Promise.resolve();
  expect(checkSession).not.toHaveBeenCalled();
  store.dispatch(shopperSignedIn(asha));
  store.dispatch(sessionEnded({ role: "customer" }));
  store.dispatch(sessionEnded({ role: "customer" }));
  await Promise.resolve();
  expect(checkSession).toHaveBeenCalledOnce();
});
