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

test("many changes of statuses cause one request for the number of waiting items", async () => {
  let asked = 0;
  server.use(
    http.get("*/api/order/", ({ request }) => {
      if (new URL(request.url).searchParams.get("flag") === "figures") asked += 1;
    }),
    http.get("*/api/product/", () => answer([])),
  );
  const { arrive } = openAdmin("/admin/dashboard");
  await showsWaiting(2);
  const before = asked;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  for (const [version, status] of (["packed", "ordered", "packed"] as const).entries()) {
    arrive("order.status_changed", changeOf({ ...first, version }, status));
  }
  await act(() => vi.advanceTimersByTimeAsync(1000));
  await waitFor(() => expect(asked).toBe(before + 1));
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(asked).toBe(before + 1);
});

test.each([
  ["an order with a further item", "order.changed", [first, item(3, 1058)], 3],
  ["a deleted order", "order.deleted", [], 1],
] as const)("the number of waiting items follows %s", async (_, type, items, count) => {
  const { arrive } = openAdmin(board);
  await showsWaiting(2);
  const changed = order(1058, "Meera Joshi", [...items]);
  orders[0] = changed;
  arrive(type, type === "order.deleted" ? { orderId: 1058, customerId: 7 } : changed);
  await showsWaiting(count);
});
