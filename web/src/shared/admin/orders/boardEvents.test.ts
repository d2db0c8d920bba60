import { expect, test } from "vitest";
import { handlers } from "@/app/admin/eventHandlers";
import { item, order, serveOrders } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import type { ShopEvent } from "@/shared/api/types";
import { boardApi, ordersIn } from "./boardApi";
import type { BoardArgs } from "./boardArgs";

test("a deleted order leaves the loaded lists, and the others stay", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)]), order(1057, "Arjun Nair", [])]);
  const store = makeStore("admin");
  const all: BoardArgs = { search: "", status: null };
  const open = store.dispatch(boardApi.endpoints.boardOrders.initiate(all));
  await open;
  const shown = () => ordersIn(store.getState() as never, all).map(({ id }) => id);
  expect(shown()).toEqual([1058, 1057]);
  const effect = handlers["order.deleted"]?.({ orderId: 1057, customerId: 7 }, { id: 9 } as ShopEvent);
  if (effect) store.dispatch(effect as never);
  expect(shown()).toEqual([1058]);
  open.unsubscribe();
});
