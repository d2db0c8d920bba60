import { act, screen, waitFor } from "@testing-library/react";
import { type HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { board, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { OrderStatus } from "@/shared/api/types";
import { answer, server } from "@/shared/test/server";

const first = item(1, 1058);
const second = item(2, 1057);
const orders = [order(1058, "Meera Joshi", [first]), order(1057, "Arjun Nair", [second])];

type Counts = Partial<Record<OrderStatus, number>>;

/** Serves the orders; returns the requests for the counts of all orders, each answered by the test. */
function serve(): ((counts: Counts) => void)[] {
  const requests: ((counts: Counts) => void)[] = [];
  serveOrders(orders);
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.get("limit") !== "1" || searchParams.has("assignedTo")) return;
      return new Promise<HttpResponse<never>>((settle) => {
        requests.push((counts) => {
          const all = { ordered: 0, packed: 0, shipped: 0, delivered: 0, ...counts };
          settle(answer([], { counts: all, countedAt: new Date().toISOString() }) as never);
        });
      });
    }),
  );
  return requests;
}

const tab = (name: string) => screen.findByRole("button", { name });
const rowShown = () => screen.findByRole("combobox", { name: "Status of item 1 of order 1058" });

/** Opens the board and waits for its first counts. */
async function openBoard() {
  const requests = serve();
  const opened = openAdmin(board);
  await rowShown();
  await waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.({ ordered: 2 });
  await tab("Ordered 2");
  return { ...opened, requests };
}

afterEach(() => vi.restoreAllMocks());

test("several changes cause one new request for the counts", async () => {
  const { arrive, requests } = await openBoard();
  arrive("order.status_changed", changeOf(first, "packed"));
  arrive("order.status_changed", changeOf(first, "packed"));
  arrive("order.status_changed", changeOf(second, "packed"));
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.({ packed: 2 });
  expect(await tab("Packed 2")).toBeInTheDocument();
  expect(await tab("Ordered 0")).toBeInTheDocument();
  expect(requests).toHaveLength(2);
});

test("a change that arrives before the first counts is in the next ones", async () => {
  const requests = serve();
  const { arrive } = openAdmin(board);
  await rowShown();
  await waitFor(() => expect(requests).toHaveLength(1));
  arrive("order.status_changed", changeOf(first, "packed"));
  await new Promise((resolve) => setTimeout(resolve, 400)); // past the delay, while the first request is pending
  requests[0]?.({ ordered: 2 });
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.({ ordered: 1, packed: 1 });
  expect(await tab("Packed 1")).toBeInTheDocument();
});

test("the admin's own change updates the counts", async () => {
  const { person, requests } = await openBoard();
  server.use(http.post("*/api/order/", () => answer(changeOf(first, "packed") as never)));
  await person.click(await rowShown());
  await person.click(screen.getByRole("option", { name: "Packed" }));
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.({ ordered: 1, packed: 1 });
  expect(await tab("Packed 1")).toBeInTheDocument();
});

test("an edited or new order updates the counts", async () => {
  const { arrive, requests } = await openBoard();
  arrive("order.changed", order(1058, "Meera Joshi", [first]));
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.({ ordered: 2 });
  await tab("Ordered 2");
  arrive("order.placed", order(1059, "Fatima Sheikh", [item(9, 1059)]));
  await waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.({ ordered: 3 });
  expect(await tab("Ordered 3")).toBeInTheDocument();
});

test("a hidden tab asks for new counts when it is shown again", async () => {
  const { arrive, requests } = await openBoard();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  arrive("order.status_changed", changeOf(first, "packed"));
  await new Promise((resolve) => setTimeout(resolve, 600)); // twice the delay
  expect(requests).toHaveLength(1);
  hidden.mockReturnValue(false);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.({ ordered: 1, packed: 1 });
  expect(await tab("Packed 1")).toBeInTheDocument();
});

test("the sums of the columns are those of the claims when only claims are shown", async () => {
  const asked = serveOrders(orders);
  openAdmin(`${board}?view=columns&payment=claimed`);
  await waitFor(() => expect(asked.some((query) => query.get("amounts") === "true")).toBe(true));
  const sums = asked.filter((query) => query.get("amounts") === "true");
  expect(sums.map((query) => query.get("payment"))).toEqual(sums.map(() => "claimed"));
});
