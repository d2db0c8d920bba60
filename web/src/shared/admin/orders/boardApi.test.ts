// The loaded orders of a list, on a page that stays open while orders arrive.

import { http } from "msw";
import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import { makeStore } from "@/app/store";
import type { Order } from "@/shared/api/types";
import { latch } from "@/shared/test/latch";
import { answer, server } from "@/shared/test/server";
import { addToBoard, boardApi, ordersIn } from "./boardApi";
import type { BoardArgs } from "./boardArgs";
import { boardOrderPlaced } from "./boardEvents";

const oldest: BoardArgs = { status: null, search: "", sort: "oldest" };

/** A server with these orders, which pages as the API does, and a list that is open. */
async function openList(ids: number[], args: BoardArgs) {
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      const cursor = Number(query.get("cursor") ?? (args === oldest ? 0 : Infinity));
      const limit = 20;
      const sorted = ids.toSorted((one, other) => (args === oldest ? one - other : other - one));
      const rest = sorted.filter((id) => (args === oldest ? id > cursor : id < cursor));
      const listed = JSON.parse(JSON.stringify(rest.slice(0, limit).map(placed)));
      return answer(listed, { nextCursor: rest.length > limit ? String(rest[limit - 1]) : null });
    }),
  );
  const store = makeStore("admin");
  const list = boardApi.endpoints.boardOrders;
  await store.dispatch(list.initiate(args));
  return {
    shown: (of = args) => ordersIn(store.getState() as never, of),
    load: (others: BoardArgs) => store.dispatch(list.initiate(others)),
    /** Changes an item in the same way as its event. */
    place: (id: number) => void store.dispatch(boardOrderPlaced(placed(id))),
    arrive: (id: number) => {
      ids.push(id);
      store.dispatch(addToBoard(args, placed(id)));
    },
    /** As many orders as arrive in days. */
    arriveBefore: (many: number[]) => {
      ids.push(...many);
      store.dispatch(
        boardApi.util.updateQueryData("boardOrders", args, ({ pages: [page] }) => {
          if (args === oldest) page?.orders.push(...many.map(placed));
          else page?.orders.unshift(...many.toReversed().map(placed));
        }),
      );
    },
    loadMore: async () => {
      await store.dispatch(list.initiate(args, { direction: "forward" }));
    },
    hasMore: () => list.select(args)(store.getState() as never).hasNextPage,
  };
}

const placed = (id: number): Order => order(id, "Meera Joshi", [item(id, id)]);
const numbers = (orders: Order[]) => orders.map(({ id }) => id);
/** From one number to another, either way. */
const range = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => (to > from ? from + at : from - at));

test("a list takes in no more than 500 arriving orders, and the others are loaded with the next page", async () => {
  const list = await openList(range(1, 20), { status: null, search: "" });
  expect(list.hasMore()).toBe(false);
  list.arriveBefore(range(21, 498));
  for (const id of range(499, 504)) list.arrive(id);
  expect(numbers(list.shown())).toEqual(range(504, 5));
  expect(list.hasMore()).toBe(true);
  await list.loadMore();
  expect(numbers(list.shown())).toEqual(range(504, 1));
  list.arrive(505);
  expect(numbers(list.shown())).toEqual(range(505, 1));
  expect(list.hasMore()).toBe(false);
});

test("a list of more pages keeps more, and loses its last order for each that arrives", async () => {
  const list = await openList(range(1, 60), { status: null, search: "" });
  await list.loadMore();
  expect(numbers(list.shown())).toEqual(range(60, 21));
  list.arriveBefore(range(61, 719));
  for (const id of range(720, 724)) list.arrive(id);
  expect(numbers(list.shown())).toEqual(range(724, 25));
  await list.loadMore();
  expect(numbers(list.shown())).toEqual(range(724, 5));
});

test("a list with the oldest first keeps its beginning, and the newest are loaded with the next page", async () => {
  const list = await openList(range(1, 20), oldest);
  list.arriveBefore(range(21, 498));
  for (const id of range(499, 504)) list.arrive(id);
  expect(numbers(list.shown())).toEqual(range(1, 500));
  expect(list.hasMore()).toBe(true);
  await list.loadMore();
  expect(numbers(list.shown())).toEqual(range(1, 504));
});

test("an order that arrived is not shown as it was placed by a list that is loaded later", async () => {
  const list = await openList([], { status: null, search: "" });
  list.place(7);
  expect(numbers(list.shown())).toEqual([7]);
  // It was shipped long ago, and its change is no longer among the recent ones.
  server.use(http.get("*/api/order/", () => answer([])));
  const waiting: BoardArgs = { status: "ordered", search: "" };
  await list.load(waiting);
  expect(list.shown(waiting)).toEqual([]);
});

test("an order that arrives while a list is loaded is shown, though the answer is older", async () => {
  const { opened: late, open } = latch();
  const list = await openList([], { status: null, search: "" });
  server.use(
    http.get("*/api/order/", async () => {
      await late;
      return answer([]);
    }),
  );
  const waiting: BoardArgs = { status: "ordered", search: "" };
  const loading = list.load(waiting);
  list.place(7);
  open();
  await loading;
  expect(numbers(list.shown(waiting))).toEqual([7]);
});
