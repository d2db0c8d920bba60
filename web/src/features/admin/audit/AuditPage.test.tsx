import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { latch } from "@/shared/test/latch";
import { answer, refusal, server } from "@/shared/test/server";

const change = (field: string, from: unknown, to: unknown, secret = false) => ({ field, from, to, secret });
const changed = {
  id: "change-2",
  at: "2026-11-20T10:15:00.000Z",
  actor: "Karthik Rao",
  action: "changed",
  entity: "product",
  entityId: 12,
  label: "Lotus Ring",
  changes: [change("making_charge", 900, 1000), change("status", "active", "in active")],
  requestId: "a1b2-7",
};
const added = {
  ...changed,
  id: "change-1",
  action: "added",
  entity: "vendor",
  changes: ["a", "b", "c", "d", "e", "f", "g"].map((field) => change(field, null, `is ${field}`)),
};
const password = {
  ...changed,
  id: "change-3",
  entity: "customer",
  changes: [change("password_hash", null, null, true)],
};

const asked: URLSearchParams[] = [];

beforeEach(() => {
  serveOrders([]);
  asked.length = 0;
  server.use(
    http.get("*/api/audit/", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      const beside = { nextCursor: null, actors: [{ id: 4, name: "Karthik Rao" }] };
      return answer(structuredClone([password, changed, added]), beside);
    }),
  );
});

test("a change reads who, what, and from what to what", async () => {
  openAdmin("/admin/audit");
  const row = await screen.findByRole("row", { name: /changed product 12/ });
  expect(row).toHaveTextContent("20 Nov 2026 3:45 pm");
  expect(within(row).getByText("Making charge").nextSibling).toHaveTextContent("from ₹900.00 → to ₹1,000.00");
  expect(within(row).getByText("Status").nextSibling).toHaveTextContent("from active → to in active");
  const secret = screen.getByRole("row", { name: /changed customer 12/ });
  expect(within(secret).getByText("Password").nextSibling).toHaveTextContent("changed; never written down");
});

test.each([
  ["started", "import", change("rows", null, 2), "Rows", "2"],
  ["retried", "webhook", change("deliveries", null, 0), "Deliveries", "0"],
  ["deleted", "staff", change("roles", null, "orders"), "Roles", "orders"],
  ["resumed", "queue", change("paused since", "noon", null), "Paused since", "noon"],
])("an entry that says %s shows the value that it has", async (action, entity, only, name, value) => {
  const entry = { ...changed, action, entity, changes: [only] };
  server.use(http.get("*/api/audit/", () => answer([entry], { nextCursor: null, actors: [] })));
  openAdmin("/admin/audit");
  const row = await screen.findByRole("row", { name: new RegExp(`${action} ${entity} 12`) });
  expect(within(row).getByText(name).nextSibling).toHaveTextContent(new RegExp(`^${value}$`));
});

test("a long entry opens on demand", async () => {
  const { person } = openAdmin("/admin/audit");
  const row = await screen.findByRole("row", { name: /added vendor 12/ });
  expect(within(row).getByText("is d")).toBeInTheDocument();
  expect(within(row).queryByText("is e")).not.toBeInTheDocument();
  await person.click(within(row).getByRole("button", { name: "3 more fields" }));
  expect(within(row).getByText("is g")).toBeInTheDocument();
});

test("a search goes on through pages without changes", async () => {
  server.use(
    http.get("*/api/audit/", ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      const next: Record<string, string> = { "": "a", a: "b", b: "c", c: "d" };
      const rows = cursor === "b" ? [changed] : [];
      return answer(structuredClone(rows), { nextCursor: next[cursor ?? ""] ?? null, actors: [] });
    }),
  );
  const { person } = openAdmin("/admin/audit?search=lotus");
  await screen.findByRole("row", { name: /changed product 12/ });
  await person.click(screen.getByRole("button", { name: "Load more" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Load more" })).not.toBeInTheDocument());
  expect(screen.getByText("1 change")).toBeInTheDocument();
});

test("a search that failed goes on with the page that is missing", async () => {
  const cursors: (string | null)[] = [];
  let isDown = true;
  server.use(
    http.get("*/api/audit/", ({ request }) => {
      const cursor = new URL(request.url).searchParams.get("cursor");
      cursors.push(cursor);
      if (cursor && isDown) return refusal(503, "");
      return answer(structuredClone(cursor ? [changed] : []), { nextCursor: cursor ? null : "a", actors: [] });
    }),
  );
  const { person } = openAdmin("/admin/audit?search=lotus");
  const again = await screen.findByRole("button", { name: "Try again" });
  isDown = false;
  await person.click(again);
  await screen.findByRole("row", { name: /changed product 12/ });
  expect(cursors).toEqual([null, "a", "a"]);
});

test("a search without result is not said of the next one while it is loaded", async () => {
  const { opened: late, open } = latch();
  server.use(
    http.get("*/api/audit/", async ({ request }) => {
      const isNext = new URL(request.url).searchParams.has("adminId");
      if (isNext) await late;
      const beside = { nextCursor: null, actors: [{ id: 4, name: "Karthik Rao" }] };
      return answer(structuredClone(isNext ? [changed] : []), beside);
    }),
  );
  const { person } = openAdmin("/admin/audit?search=lotus");
  await screen.findByText("None of the changes fits this search.");
  await person.selectOptions(screen.getByRole("combobox", { name: "Who changed it" }), "Karthik Rao");
  expect(await screen.findByText("Loading changes")).toBeInTheDocument();
  expect(screen.queryByText("None of the changes fits this search.")).not.toBeInTheDocument();
  open();
  await screen.findByRole("row", { name: /changed product 12/ });
});

test("search and filters go to the server and stand in the address", async () => {
  const { person } = openAdmin("/admin/audit?entity=order");
  await screen.findByRole("row", { name: /changed product 12/ });
  expect(asked.at(-1)?.get("entity")).toBe("order");
  await person.selectOptions(screen.getByRole("combobox", { name: "Who changed it" }), "Karthik Rao");
  await waitFor(() => expect(asked.at(-1)?.get("adminId")).toBe("4"));
  await person.type(screen.getByRole("searchbox", { name: "Search changes" }), "lotus");
  await waitFor(() => expect(asked.at(-1)?.get("search")).toBe("lotus"));
  expect(asked.at(-1)?.get("entity")).toBe("order");
});
