import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { http } from "msw";
import { expect, test } from "vitest";
import { board, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";
import type { SavedView } from "./viewsApi";

const late: SavedView = {
  id: 1,
  page: "order-management",
  name: "Late ones",
  filters: "sort=oldest&status=ordered",
  isShared: false,
  isMine: true,
  mayChange: true,
  owner: "Karthik Rao",
  version: 1,
};
const courier: SavedView = {
  ...late,
  id: 2,
  name: "Morning courier",
  filters: "status=packed",
  isShared: true,
  isMine: false,
  mayChange: false,
  owner: "Priya Menon",
};

/** A server with these views. Returns them and the received requests. */
function serveViews(views: SavedView[], defaultId: number | null = null) {
  const state = { views, defaultId, sent: [] as unknown[] };
  server.use(
    http.get("*/api/admin/views/", () => answer({ views: [...state.views], defaultId: state.defaultId })),
    http.post("*/api/admin/views/", async ({ request }) => {
      const params = new URL(request.url).searchParams;
      const body = (await request.json()) as Partial<SavedView>;
      state.sent.push({ ...Object.fromEntries(params), ...body });
      if (params.get("flag") === "default") state.defaultId = body.id ?? null;
      if (!params.size) state.views.push({ ...late, ...body, id: 9 });
      return answer({ ...late, ...body });
    }),
  );
  return state;
}

const tab = (name: string | RegExp) =>
  within(screen.getByRole("group", { name: "Views" })).findByRole("button", { name });

test("a view is the filters of the address: it is saved, opened and opened by Alt and its number", async () => {
  const asked = serveOrders([]);
  const { sent } = serveViews([{ ...courier }]);
  const { person } = openAdmin(`${board}?status=ordered&sort=oldest`);
  await person.click(await screen.findByRole("button", { name: "Save view" }));
  await person.keyboard("Late ones{Enter}");
  expect(await tab("Late ones 0")).toHaveAttribute("aria-pressed", "true");
  expect(sent).toEqual([{ page: "order-management", name: "Late ones", filters: "sort=oldest&status=ordered" }]);
  expect(screen.queryByRole("button", { name: "Save view" })).not.toBeInTheDocument();
  await person.click(await tab(/Morning courier/));
  await waitFor(() => expect(asked.at(-1)?.get("status")).toBe("packed"));
  expect(asked.at(-1)?.get("sort")).toBeNull();
  await person.keyboard("{Alt>}[Digit1]{/Alt}");
  expect(await tab("All orders 0")).toHaveAttribute("aria-pressed", "true");
  await person.keyboard("{Alt>}[Digit5]{/Alt}");
  expect(await tab("Late ones 0")).toHaveAttribute("aria-pressed", "true");
});

test("a colleague's view cannot be changed, and what they change shows at once", async () => {
  serveOrders([]);
  const state = serveViews([{ ...courier }]);
  const { person, arrive } = openAdmin(`${board}?status=packed`);
  await person.click(await screen.findByRole("button", { name: "View Morning courier" }));
  expect(screen.getByText("Priya Menon shares this view, and can change it.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Rename" })).not.toBeInTheDocument();
  state.views = [{ ...courier, name: "Evening courier" }];
  arrive("desk.views_changed", { viewId: 2, page: "order-management" });
  expect(await tab(/Evening courier/)).toBeInTheDocument();
});

test("the default opens with the list, and a change of another page is told", async () => {
  const asked = serveOrders([]);
  const state = serveViews([{ ...late }], 1);
  server.use(http.post("*/api/admin/views/", () => refusal(409, "Someone changed this view meanwhile.")));
  const { person } = openAdmin(board);
  expect(await tab(/Late ones/)).toHaveAttribute("aria-pressed", "true");
  await waitFor(() => expect(asked.at(-1)?.get("status")).toBe("ordered"));
  await person.click(await tab("All orders 0"));
  expect(await tab("All orders 0")).toHaveAttribute("aria-pressed", "true");
  await person.click(await tab(/Late ones/));
  await person.click(screen.getByRole("button", { name: "View Late ones" }));
  await person.click(screen.getByRole("checkbox", { name: "Shared with all who see this list" }));
  expect(await screen.findByText("Someone changed this view meanwhile.")).toBeInTheDocument();
  expect(state.sent).toEqual([]);
});

test.each<[string, (person: UserEvent) => Promise<void>]>([
  ["All orders was opened", async (person) => person.click(await tab("All orders 1"))],
  ["All orders was opened by its key", (person) => person.keyboard("{Alt>}[Digit1]{/Alt}")],
  [
    "an order was opened",
    async (person) => {
      await person.click(await screen.findByRole("button", { name: "Details of order 1058" }));
      await screen.findByRole("dialog", { name: "Order 1058" });
      await person.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    },
  ],
])("the default does not replace the list where, before it was known, %s", async (_, choose) => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  serveViews([{ ...late }], 1);
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  server.use(http.get("*/api/admin/views/", () => sent));
  const { person } = openAdmin(board);
  await tab("All orders 1");
  await choose(person);
  send();
  await tab(/Late ones/);
  await expectAllOrders();
});

test("the default does not replace the list where the views were read only at the second try", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  serveViews([{ ...late }], 1);
  let tries = 0;
  server.use(
    http.get("*/api/admin/views/", () => {
      tries += 1;
      if (tries === 1) return refusal(503, "Not now.");
    }),
  );
  const { arrive } = openAdmin(board);
  await tab("All orders 1");
  await waitFor(() => expect(tries).toBe(1));
  arrive("desk.views_changed", { viewId: 1, page: "order-management" });
  await tab(/Late ones/);
  await expectAllOrders();
});

async function expectAllOrders() {
  await new Promise((resolve) => setTimeout(resolve, 100)); // time for the list to change
  expect(await tab("All orders 1")).toHaveAttribute("aria-pressed", "true");
}

test("a name that one has replaces that view's filters", async () => {
  serveOrders([]);
  const { sent } = serveViews([{ ...late }]);
  const { person } = openAdmin(`${board}?status=shipped`);
  await person.click(await screen.findByRole("button", { name: "Save view" }));
  await person.keyboard("late ONES");
  await person.click(await screen.findByRole("button", { name: "Replace its filters" }));
  await waitFor(() => expect(sent).toEqual([{ id: "1", filters: "status=shipped", version: 1 }]));
});

test("the first six views of the board show how many items they have", async () => {
  serveOrders([
    order(1058, "Meera Joshi", [item(1, 1058, "packed"), item(2, 1058)]),
    order(1057, "Arjun Nair", [item(3, 1057, "packed")]),
  ]);
  const further = [3, 4, 5, 6].map((id) => ({ ...late, id, name: `View ${id}` }));
  serveViews([{ ...courier }, ...further]);
  openAdmin(board);
  expect(await tab("All orders 3")).toBeInTheDocument();
  expect(await tab("Shared Morning courier 2")).toBeInTheDocument();
  expect(await tab("View 3 1")).toBeInTheDocument();
  expect(await tab("View 4 1")).toBeInTheDocument();
  expect(await tab("View 5")).toBeInTheDocument();
});

test("a list with a single view shows no tabs, and still offers to save one", async () => {
  serveOrders([]);
  serveViews([]);
  server.use(http.get("*/api/vendor/", () => answer([])));
  const { person } = openAdmin("/admin/vendor");
  const search = await screen.findByRole("searchbox");
  expect(screen.queryByRole("group", { name: "Views" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Save view" })).not.toBeInTheDocument();
  await person.type(search, "Kanchi");
  expect(await screen.findByRole("button", { name: "Save view" })).toBeInTheDocument();
});
