import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { latch } from "@/shared/test/latch";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";

const all = { minimised: [] as string[], removed: [] as string[] };
let sent: unknown[];

function arrangedAs(dashboard: typeof all) {
  server.use(http.get("*/api/admin/preferences/", () => answer({ dashboard, operations: all })));
}

beforeEach(() => {
  serveOrders([]);
  sent = [];
  server.use(
    http.get("*/api/product/", () => answer([])),
    http.post("*/api/admin/preferences/", async ({ request }) => {
      const body = await request.json();
      sent.push(body);
      return answer({ dashboard: all, operations: all });
    }),
  );
});

test("a card is minimised and shown again, and the focus stays on its button", async () => {
  const { person } = openAdmin("/admin/dashboard");
  const card = await screen.findByRole("region", { name: "Newest orders" });
  await within(card).findByText(/No orders found/);
  await person.click(within(card).getByRole("button", { name: "Minimise Newest orders" }));
  const toggle = within(card).getByRole("button", { name: "Show Newest orders" });
  expect(toggle).toHaveAttribute("aria-expanded", "false");
  expect(toggle).toHaveFocus();
  expect(within(card).queryByText(/No orders found/)).not.toBeInTheDocument();
  expect(sent).toEqual([{ dashboard: { minimised: ["newest"], removed: [] } }]);
  await person.keyboard("{Enter}");
  expect(await within(card).findByText(/No orders found/)).toBeInTheDocument();
  expect(sent.at(-1)).toEqual({ dashboard: all });
});

test("a card is removed and restored by keyboard, with the focus", async () => {
  const { person } = openAdmin("/admin/dashboard");
  const card = await screen.findByRole("region", { name: "Items on their way" });
  await person.click(within(card).getByRole("button", { name: "Remove Items on their way" }));
  expect(screen.queryByRole("region", { name: "Items on their way" })).not.toBeInTheDocument();
  const back = screen.getByRole("button", { name: "Bring back Items on their way" });
  await waitFor(() => expect(back).toHaveFocus());
  expect(sent).toEqual([{ dashboard: { minimised: [], removed: ["on-way"] } }]);
  await person.keyboard("{Enter}");
  const again = await screen.findByRole("region", { name: "Items on their way" });
  await waitFor(() => expect(within(again).getByRole("button", { name: /^Minimise/ })).toHaveFocus());
  expect(screen.queryByRole("region", { name: "Removed cards" })).not.toBeInTheDocument();
});

test("the arrangement of the cards is kept for each admin", async () => {
  arrangedAs({ minimised: ["newest"], removed: ["today"] });
  openAdmin("/admin/dashboard");
  expect(await screen.findByRole("button", { name: "Bring back Today" })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Show Newest orders" })).toBeInTheDocument();
  expect(screen.queryByText("Orders today")).not.toBeInTheDocument();
});

test("the cards can be arranged when the preferences cannot be saved", async () => {
  server.use(http.get("*/api/admin/preferences/", () => refusal(503, "")));
  const { person } = openAdmin("/admin/dashboard");
  await person.click(await screen.findByRole("button", { name: "Remove Newest orders" }));
  expect(await screen.findByRole("button", { name: "Bring back Newest orders" })).toBeInTheDocument();
});

test("the cards stay shown while preferences that did not come are asked for again", async () => {
  server.use(http.get("*/api/admin/preferences/", () => refusal(503, "")));
  const { store } = openAdmin("/admin/dashboard");
  const card = await screen.findByRole("region", { name: "Newest orders" });
  await waitFor(() => expect(card.closest(".cards")).not.toHaveClass("arranging"));
  const { opened: held, open: letCome } = latch();
  onTestFinished(letCome);
  server.use(
    http.get("*/api/admin/preferences/", async () => {
      await held;
      return answer({ dashboard: all, operations: all });
    }),
  );
  await repeatFailed(store, "preferences");
  expect(card.closest(".cards")).not.toHaveClass("arranging");
});
