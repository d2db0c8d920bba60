import { delay, http } from "msw";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import { orderInserted } from "@/shared/api/myOrders";
import "@/shared/api/myOrders";
import type { OrderLine } from "@/shared/api/types";
import { asha, lines, order, orderItem, statusChange } from "@/shared/test/fixtures";
import { answer, server } from "@/shared/test/server";
import { orderPlaced, orderStatusChanged } from "./orderEvents";

type Endpoint = {
  initiate: (id: number, options?: object) => never;
  select: (id: number) => (state: never) => { data?: { pages: { lines: OrderLine[] }[] } };
};
const myOrders = (api.endpoints as unknown as { getMyOrders: Endpoint }).getMyOrders;

const shown = (store: ReturnType<typeof makeStore>) =>
  myOrders
    .select(asha.id)(store.getState() as never)
    .data?.pages.flatMap((page) => page.lines) ?? [];

const respond = (rows: OrderLine[], wait = 0) =>
  server.use(
    http.get("*/api/order/", async () => {
      await delay(wait);
      return answer(rows as never);
    }),
  );

describe("the shopper's cached orders", () => {
  it("follow an event without being fetched again", async () => {
    respond(lines());
    const store = makeStore("customer");
    await store.dispatch(myOrders.initiate(asha.id));
    let fetches = 0;
    server.events.on("request:start", () => {
      fetches += 1;
    });
    store.dispatch(orderStatusChanged(statusChange()));
    await delay(20);
    expect(fetches).toBe(0);
    expect(shown(store)[0]).toMatchObject({ status: "packed", version: 2, currentStatus: "packed" });
  });

  it("are not reset by an answer that is older than an event", async () => {
    respond(lines(), 30);
    const store = makeStore("customer");
    const fetching = store.dispatch(myOrders.initiate(asha.id)) as unknown as Promise<unknown>;
    store.dispatch(orderStatusChanged(statusChange()));
    await fetching;
    await delay(5);
    expect(shown(store)[0]).toMatchObject({ status: "packed", version: 2 });
  });

  it("take in a placed order, and its later changes", async () => {
    respond(lines());
    const store = makeStore("customer");
    await store.dispatch(myOrders.initiate(asha.id));
    const placed = order({ id: 50, items: [orderItem({ orderId: 50, itemId: 95 })] });
    store.dispatch(orderPlaced(placed, orderInserted));
    store.dispatch(orderPlaced(placed, orderInserted));
    expect(shown(store).map(({ orderId }) => orderId)).toEqual([50, 40]);
    store.dispatch(orderStatusChanged(statusChange({ orderId: 50, itemId: 95 })));
    expect(shown(store)[0]?.status).toBe("packed");
  });

  it("keep an order that was placed while they were being fetched", async () => {
    respond(lines(), 30);
    const store = makeStore("customer");
    const fetching = store.dispatch(myOrders.initiate(asha.id)) as unknown as Promise<unknown>;
    store.dispatch(orderPlaced(order({ id: 50, items: [orderItem({ orderId: 50, itemId: 95 })] }), orderInserted));
    await fetching;
    await delay(5);
    expect(shown(store).map(({ orderId }) => orderId)).toEqual([50, 40]);
  });
});
