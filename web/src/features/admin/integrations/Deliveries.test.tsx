// The deliveries of an endpoint: a filter that cannot be loaded, and the day of a delivery.

import { screen } from "@testing-library/react";
import { http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Deliveries } from "./Deliveries";
import type { Delivery, Endpoint } from "./webhooksApi";

const endpoint = { id: 3, name: "Till", url: "https://till.example/events" } as Endpoint;
const delivery = {
  id: 1,
  messageId: "msg_1",
  type: "order.placed",
  about: "order 1058",
  at: "2026-11-20T10:00:00.000Z",
  attempts: 1,
  milliseconds: 120,
  status: 200,
  progress: "done",
} as Delivery;

/** Serves the deliveries of each filter, except of those that fail. */
function show(failing: string[] = []) {
  server.use(
    http.get("*/api/admin/webhooks/deliveries/", ({ request }) => {
      const state = new URL(request.url).searchParams.get("state") ?? "";
      if (failing.includes(state)) return refusal(503, "Not now.");
      return answer([{ ...delivery, type: `${state}.placed` }] as never, {
        counts: { all: 4, failed: 3, waiting: 0, dead: 0 },
        nextCursor: null,
      });
    }),
  );
  return renderWith(makeStore("admin"), <Deliveries endpoint={endpoint} />);
}

afterEach(() => {
  vi.useRealTimers();
});

test("a filter that cannot be loaded shows no rows of the filter before, and is left or tried again", async () => {
  const failing = ["failed"];
  const { person } = show(failing);
  expect(await screen.findByText("all.placed")).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: /^Failed/ }));
  const problem = await screen.findByRole("alert");
  expect(problem).toHaveTextContent("The deliveries could not be loaded");
  expect(screen.queryByText("all.placed")).not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: /^All/ }));
  expect(await screen.findByText("all.placed")).toBeInTheDocument();
  failing.pop();
  await person.click(screen.getByRole("button", { name: /^Failed/ }));
  expect(await screen.findByText("failed.placed")).toBeInTheDocument();
});

test.each([
  ["2026-11-20T18:00:00.000Z", "3:30 pm"],
  ["2026-11-20T19:00:00.000Z", "20 Nov, 3:30 pm"],
])("at %s, which is a time of India, a delivery was at %s", async (now, when) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  show();
  expect(await screen.findByText(when)).toBeInTheDocument();
});
