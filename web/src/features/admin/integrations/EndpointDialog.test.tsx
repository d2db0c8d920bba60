import { screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test, vi } from "vitest";
import { makeStore } from "@/app/store";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { EndpointDialog } from "./EndpointDialog";
import type { Endpoint } from "./webhooksApi";

const endpoint = {
  id: 3,
  name: "Till",
  url: "https://till.example/events",
  types: ["order.placed", "order.deleted"],
} as Endpoint;
const types = { "order.placed": "An order was placed", "order.deleted": "An order was deleted" };

test("only the changed fields of an endpoint are sent, so that a colleague's change stays", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/admin/webhooks/", async ({ request }) => {
      sent.push(await request.json());
      return answer(endpoint as never);
    }),
  );
  const onClose = vi.fn();
  const { person } = renderWith(
    makeStore("admin"),
    <EndpointDialog endpoint={endpoint} types={types} onClose={onClose} onAdded={() => {}} />,
  );
  await person.type(await screen.findByLabelText("Name"), " 2");
  // A type that is selected again is no change.
  const placed = screen.getByRole("checkbox", { name: /^order\.placed/ });
  await person.click(placed);
  await person.click(placed);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  await person.click(placed);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(sent).toEqual([
    { name: "Till 2", seen: { name: "Till" } },
    {
      ...{ name: "Till 2", types: ["order.deleted"] },
      seen: { name: "Till", types: ["order.deleted", "order.placed"] },
    },
  ]);
});

test("what a colleague changed meanwhile shows before it is overwritten", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/admin/webhooks/", async ({ request }) => {
      sent.push(await request.json());
      return answer(endpoint as never);
    }),
  );
  const dialog = (shown: Endpoint) => (
    <EndpointDialog endpoint={shown} types={types} onClose={() => {}} onAdded={() => {}} />
  );
  const { person, rerender } = renderWith(makeStore("admin"), dialog(endpoint));
  await person.type(await screen.findByLabelText("Name"), " 2");
  await person.click(screen.getByRole("checkbox", { name: /^order\.placed/ }));
  rerender(dialog({ ...endpoint, name: "Counter", url: "https://new.example/events", types: null }));
  expect(screen.getByLabelText("Address")).toHaveValue("https://new.example/events");
  expect(screen.getByText("Now Counter")).toHaveRole("status");
  expect(screen.getByText("Now all")).toHaveRole("status");
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("Changed to Counter meanwhile.");
  expect(sent).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ name: "Till 2", types: ["order.deleted"], seen: { name: "Counter", types: null } });
});
