import { act, screen, waitFor } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Order } from "@/shared/api/types";
import { answer, server } from "@/shared/test/server";
import { board, changeOf, item, openAdmin, order, serveOrders } from "./test/adminApp";

const first = item(1, 1058);
let orders: Order[] = [];

beforeEach(() => {
  orders = [order(1058, "Meera Joshi", [first]), order(1057, "Arjun Nair", [item(2, 1057)])];
  serveOrders(orders);
});
afterEach(() => void vi.useRealTimers());

const showsWaiting = (count: number) =>
  waitFor(() => expect(screen.getByText("waiting")?.parentElement).toHaveTextContent(`${count} waiting`));

test("the number of waiting items is the server's after changes of statuses", async () => {
  const { arrive } = openAdmin(board);
  await showsWaiting(2);
  // An event that the page missed changed the second order as well.
  orders.splice(0, 2, order(1058, "Meera Joshi", [item(1, 1058, "packed")]));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  arrive("order.status_changed", changeOf(first, "packed"));
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(screen.queryByText("waiting")).not.toBeInTheDocument());
});

/** Counts the requests for the figures. The response waits for what `hold` returns. */
function countRequests(hold: (count: number) => Promise<void> | undefined = () => undefined) {
  const requests = { count: 0 };
  server.use(
    http.get("*/api/order/", async ({ request }) => {
      if (new URL(request.url).searchParams.get("flag") !== "figures") return undefined;
      requests.count += 1;
      await hold(requests.count);
    }),
    http.get("*/api/product/", () => answer([])),
  );
  return requests;
}

test("many changes of statuses cause one request for the number of waiting items", async () => {
  const requests = countRequests();
  const { arrive } = openAdmin("/admin/dashboard");
  await showsWaiting(2);
  const before = requests.count;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  for (const [version, status] of (["packed", "ordered", "packed"] as const).entries()) {
    arrive("order.status_changed", changeOf({ ...first, version }, status));
  }
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await waitFor(() => expect(requests.count).toBe(before + 1));
  await act(() => vi.advanceTimersByTimeAsync(12_000));
  expect(requests.count).toBe(before + 1);
});

test("a change while the figures are being fetched causes another request", async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const requests = countRequests((count) => (count === 2 ? released : undefined));
  const { arrive } = openAdmin("/admin/dashboard");
  await showsWaiting(2);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  arrive("order.status_changed", changeOf(first, "packed"));
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await waitFor(() => expect(requests.count).toBe(2));
  arrive("order.status_changed", changeOf({ ...first, version: first.version + 1 }, "ordered"));
  release();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(requests.count).toBe(3));
});

test.each([
  ["an order with a further item", "order.changed", [first, item(3, 1058)], 3],
  ["a deleted order", "order.deleted", [], 1],
] as const)("the number of waiting items follows %s", async (_, type, items, count) => {
  const { arrive } = openAdmin(board);
  await showsWaiting(2);
  const changed = order(1058, "Meera Joshi", [...items]);
  orders[0] = changed;
  const requests = countRequests();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  for (let times = 0; times < 3; times += 1) {
    arrive(type, type === "order.deleted" ? { orderId: 1058, customerId: 7 } : changed);
  }
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(requests.count).toBe(0);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await showsWaiting(count);
  expect(requests.count).toBe(1);
});
