import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { adminSignedIn } from "@/shared/session/sessionSlice";
import { refusal, server } from "@/shared/test/server";
import { downloadFile } from "./downloadFile";

afterEach(() => {
  vi.restoreAllMocks();
});

it("gives up a file that does not come", { timeout: 5000 }, async () => {
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const deadline = new AbortController();
    setTimeout(() => deadline.abort(new DOMException("Too late.", "TimeoutError")), 50);
    return deadline.signal;
  });
  server.use(http.get("*/api/order/", () => new Promise<never>(() => undefined)));
  const error = await downloadFile("/order/", { flag: "csv" }, makeStore("admin").dispatch);
  expect(error?.status).toBe("timeout");
});

it("learns the end of a session from a refusal of another role's session", async () => {
  const store = makeStore("admin");
  store.dispatch(adminSignedIn());
  server.use(
    http.get("*/api/order/", () => refusal(403, "Only staff may do that.", { data: { ended: { admin: "idle" } } })),
  );
  await downloadFile("/order/", { flag: "csv" }, store.dispatch);
  expect(store.getState().session).toMatchObject({ isAdmin: false, signInNeeded: true, ending: { reason: "idle" } });
});
