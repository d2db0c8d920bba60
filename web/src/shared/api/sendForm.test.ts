import { http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";
import { formOf, idleTimeout, sendForm } from "./sendForm";

afterEach(() => {
  vi.useRealTimers();
});

const call = { signal: new AbortController().signal, extra: { role: "admin" } };

it("fails when nothing is sent or answered for a minute", async () => {
  const arrived = latch();
  server.use(
    http.post("*/api/category/", () => {
      arrived.open();
      return new Promise<never>(() => undefined);
    }),
  );
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const sent = sendForm("/category/", formOf({ categoryName: "Rings" }), call);
  await arrived.opened;
  await vi.advanceTimersByTimeAsync(idleTimeout);
  expect((await sent).error?.status).toBe("timeout");
});

it("saves without the values seen where an API of the version before does not know them", async () => {
  const sent: string[][] = [];
  server.use(
    http.post("*/api/category/", async ({ request }) => {
      const names = [...(await request.formData()).keys()];
      sent.push(names);
      return names.includes("seen")
        ? refusal(422, "Please check: seen.", { errors: { seen: "is not known" } })
        : answer({ id: 1 });
    }),
  );
  const form = formOf({ name: "Rings", seen: '{"name":"Ring"}' });
  expect((await sendForm("/category/?id=1", form, call)).data).toEqual({ id: 1 });
  expect(sent).toEqual([["name", "seen"], ["name"]]);
});
