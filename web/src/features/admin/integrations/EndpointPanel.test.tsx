// The actions on an endpoint in each state.

import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { EndpointPanel } from "./EndpointPanel";
import type { Delivery, Endpoint } from "./webhooksApi";

const endpoint = {
  id: 3,
  name: "Till",
  url: "https://till.example/events",
  types: null,
  dead: 1,
  waiting: 0,
  level: "bad",
  condition: "1 dead",
  createdAt: "2026-11-20T10:00:00.000Z",
  createdBy: "Karthik Rao",
} as Endpoint;
const dead = {
  id: 1,
  messageId: "msg_1",
  type: "order.placed",
  about: "order 1058",
  at: "2026-11-20T10:00:00.000Z",
  attempts: 9,
  milliseconds: null,
  progress: "dead",
} as Delivery;

test.each([true, false])("what sends to an endpoint that is on: %s", async (isOn) => {
  server.use(
    http.get("*/api/admin/webhooks/deliveries/", () =>
      answer([dead] as never, { counts: { all: 1, failed: 0, waiting: 0, dead: 1 }, nextCursor: null }),
    ),
  );
  renderWith(
    makeStore("admin"),
    <EndpointPanel endpoint={{ ...endpoint, isOn }} kinds={31} onEdit={() => {}} onRemoved={() => {}} />,
  );
  for (const name of ["Retry msg_1", "Send test", "Replay from a date", "Retry all dead, 1"]) {
    const button = await screen.findByRole("button", { name });
    expect(button.hasAttribute("disabled"), name).toBe(!isOn);
    expect(button.getAttribute("title"), name).toBe(isOn ? null : "The endpoint is off");
  }
});
