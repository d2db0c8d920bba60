import { expect, test } from "vitest";
import { handlers } from "@/app/admin/eventHandlers";
import { item, order, serveOrders } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import type { ShopEvent } from "@/shared/api/types";
import { boardApi, ordersIn } from "./boardApi";
import { type BoardArgs, belongsToList, comparators } from "./boardArgs";

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

test.each([
  "98450 55012",
  "9845055012",
  "+91 (98450) 55.012",
  "919845055",
  "98450-55",
  "098450 55012",
  "00919845055012",
])("a new order belongs to the list of the phone number %s, as on the server", (search) => {
  expect(belongsToList(order(1058, "Meera Joshi", []), { search, status: null })).toBe(true);
});

test.each(["1058", "#1058", "SW1058", "sw 1058"])("a new order belongs to the list of its number %s", (search) => {
  expect(belongsToList(order(1058, "Meera Joshi", []), { search, status: null })).toBe(true);
  expect(belongsToList(order(1059, "Arjun Nair", []), { search, status: null })).toBe(false);
});

test("an order belongs to the list of a whole reference that it contains", () => {
  const sent = { ...item(1, 1058), huids: ["AB12C7", "99XYZ0"], trackingNumber: "7741092/6-3358" };
  const meera = order(1058, "Meera Joshi", [item(2, 1058), sent]);
  meera.payment = { ...meera.payment, claim: { reference: "400000000001", amount: 1, at: "2026-12-01T00:00:00Z" } };
  const belongs = (search: string) => belongsToList(meera, { search, status: null });
  expect(["ab12c7", " 99XYZ0 ", "7741 092/6-3358", "4000 0000-0001"].map(belongs)).toEqual(Array(4).fill(true));
  expect(["ab12c", "b12c7", "ab1 2c7", "77410926-3358", "7741092/6", "40000000000"].map(belongs)).toEqual(
    Array(6).fill(false),
  );
});

test("an item that gets the number that a list searches for appears in it", async () => {
  serveOrders([order(1058, "Meera Joshi", [item(1, 1058)])]);
  const store = makeStore("admin");
  const all: BoardArgs = { search: "", status: null };
  const open = [store.dispatch(boardApi.endpoints.boardOrders.initiate(all))];
  await Promise.all(open);
  serveOrders([]);
  for (const search of ["ab12c7", "7741 0926"])
    open.push(store.dispatch(boardApi.endpoints.boardOrders.initiate({ ...all, search })));
  await Promise.all(open);
  const found = (search: string) => ordersIn(store.getState() as never, { ...all, search }).map(({ id }) => id);
  expect([found("ab12c7"), found("7741 0926")]).toEqual([[], []]);
  const arrive = (type: string, change: object) => {
    const seen = { itemId: 1, orderId: 1058, customerId: 7, changedBy: "Divya", at: "2026-12-01T00:00:00Z", ...change };
    store.dispatch(handlers[type]?.(seen, { id: 9 } as ShopEvent) as never);
  };
  arrive("order.huids_changed", { huids: ["AB12C7"], huidsVersion: 2 });
  arrive("order.shipment_changed", {
    courier: "DTDC",
    trackingNumber: "77410926",
    trackingUrl: null,
    shipmentVersion: 2,
  });
  expect([found("ab12c7"), found("7741 0926")]).toEqual([[1058], [1058]]);
  for (const each of open) each.unsubscribe();
});

test("separators alone are no phone number, and another number is another customer's", () => {
  const meera = order(1058, "Meera Joshi", []);
  for (const search of ["- .", "98450 55013"]) expect(belongsToList(meera, { search, status: null })).toBe(false);
});

test("a name is found however its accents were typed", () => {
  const renee = order(1058, "Ren\u00e9e Dias", []);
  expect(belongsToList(renee, { search: "rene\u0301e", status: null })).toBe(true);
});

test("live orders are sorted by name as the server sorts them, by code points", () => {
  const names = ["\u00c9lodie", "meera-b", "Meera a", "zoya", "Meera"];
  const sorted = names.map((name, id) => order(id, name, [])).sort(comparators.customer);
  expect(sorted.map(({ customerName }) => customerName)).toEqual([
    ...["Meera", "Meera a", "meera-b", "zoya", "\u00c9lodie"],
  ]);
});
