import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { latch } from "@/shared/test/latch";
import { server } from "@/shared/test/server";
import { formOf, idleTimeout, sendForm } from "./sendForm";

afterEach(() => {
  vi.useRealTimers();
});

it("fails when nothing is sent or answered for a minute", async () => {
  const arrived = latch();
  server.use(
    http.post("*/api/category/", () => {
      arrived.open();
      return new Promise<never>(() => undefined);
    }),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const call = { dispatch: () => undefined, signal: new AbortController().signal, extra: { role: "admin" } };
  const sent = sendForm("/category/", formOf({ categoryName: "Rings" }), call);
  await arrived.opened;
  await vi.advanceTimersByTimeAsync(idleTimeout);
  expect((await sent).error?.status).toBe("timeout");
});
