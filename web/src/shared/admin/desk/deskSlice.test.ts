// Assignments and notes on a page that stays open while colleagues work on orders that it does not show.

import { waitFor } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { handlers } from "@/app/admin/eventHandlers";
import { item, order } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import { boardApi } from "@/shared/admin/orders/boardApi";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import type { ShopEvent } from "@/shared/api/types";
import { recentOrdersForgotten } from "@/shared/orders/recentOrdersSlice";
import { answer, server } from "@/shared/test/server";
import { type DeskState, deskSeen, selectDesk } from "./deskSlice";

test("orders that no list shows are forgotten, and a list keeps those of its own", async () => {
  let requests = 0;
  const priya = { id: 2, name: "Priya Menon" };
  server.use(
    http.get("*/api/order/", () => {
      requests += 1;
      const listed = [JSON.parse(JSON.stringify(order(9058, "Meera Joshi", [item(1, 9058)])))];
      return answer(listed, { desk: [{ orderId: 9058, assignee: priya, version: 3, notes: 2 }] });
    }),
  );
  const store = makeStore("admin");
  const all: BoardArgs = { status: null, search: "" };
  const list = () => boardApi.endpoints.boardOrders.select(all)(store.getState() as never);
  const desks = () => store.getState() as never as DeskState;
  await store.dispatch(boardApi.endpoints.boardOrders.initiate(all));
  for (let round = 1; round <= 4; round += 1) {
    const ids = Array.from({ length: 500 }, (_, at) => 10_000 * round + at);
    store.dispatch(deskSeen(ids.map((orderId) => ({ orderId, assignee: priya, version: 1, notes: 0 }))));
    const note = { orderId: ids[0], noteId: round, notes: 1, writtenBy: "Priya Menon" };
    const effect = handlers["desk.note_added"]?.(note, { id: round } as ShopEvent);
    if (effect) store.dispatch(effect as never);
    expect(ids.filter((id) => !selectDesk(desks(), id))).toEqual([]);
    expect(selectDesk(desks(), 9058)?.assignee).toEqual(priya);
    await waitFor(() => expect(requests).toBe(round + 1));
    await waitFor(() => expect(list().isLoading).toBe(false));
  }
  expect(selectDesk(desks(), 9058)).toMatchObject({ assignee: priya, notes: 2 });
  expect([1, 2, 3, 4].filter((round) => selectDesk(desks(), 10_000 * round))).toEqual([4]);
});

test("the number of notes falls after missed events, but not by an older response", () => {
  const store = makeStore("admin");
  const see = (notes: number) => store.dispatch(deskSeen([{ orderId: 9058, assignee: null, version: 1, notes }]));
  const notes = () => selectDesk(store.getState() as never as DeskState, 9058)?.notes;
  see(3);
  see(2);
  expect(notes()).toBe(3);
  // As on a resync. The order was erased meanwhile.
  store.dispatch(recentOrdersForgotten());
  expect(notes()).toBe(3);
  see(0);
  expect(notes()).toBe(0);
  see(2);
  expect(notes()).toBe(2);
});

test("an order that the board lists without assignment and notes has none after missed events", async () => {
  const listed = [9058, 9057].map((id) => JSON.parse(JSON.stringify(order(id, "Meera Joshi", [item(id, id)]))));
  server.use(http.get("*/api/order/", () => answer(structuredClone(listed), { desk: [] })));
  const store = makeStore("admin");
  const desk = (id: number) => selectDesk(store.getState() as never as DeskState, id);
  store.dispatch(deskSeen([{ orderId: 9058, assignee: null, version: 0, notes: 3 }]));
  store.dispatch(recentOrdersForgotten());
  await store.dispatch(boardApi.endpoints.boardOrders.initiate({ status: null, search: "" }));
  expect(desk(9058)?.notes).toBe(0);
  expect(desk(9057)).toBeUndefined();
});
