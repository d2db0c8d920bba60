import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { api } from "@/shared/api/api";
import "@/shared/api/cart";
import "@/shared/api/stockRequests";
import "@/shared/api/wishlist";
import { makeStore } from "@/app/store";
import { asha, cartLine, wishlistEntry } from "@/shared/test/fixtures";
import { answer, server } from "@/shared/test/server";
import { crossTabSync } from "./crossTabSync";

interface Call {
  initiate: (args: unknown) => never;
  select: (args: unknown) => (state: unknown) => { data?: unknown[] };
}
const call = (name: string) => (api.endpoints as unknown as Record<string, Call>)[name] as Call;

const request = { id: 31, productId: 5, size: null, askedAt: "2026-11-18T12:42:00.000Z", emailConfirmed: true };

it.each([
  ["getCart", "addToCart", "cart", [], [cartLine()]],
  ["getCart", "changeSize", "cart", [cartLine({ size: "12" })], [cartLine({ size: "14" })]],
  ["getWishlist", "addToWishlist", "wishlist", [], [wishlistEntry()]],
  ["getStockRequests", "addStockRequest", "stock/request", [], [request]],
  ["getStockRequests", "removeStockRequest", "stock/request", [request], []],
])("%s in one tab follows %s in another", async (list, change, path, before, after) => {
  let rows: unknown[] = before;
  const changed = () => {
    rows = after;
    return answer((after[0] ?? null) as never);
  };
  server.use(
    http.get(`*/api/${path}/`, () => HttpResponse.json(rows as never)),
    http.post(`*/api/${path}/`, changed),
    http.delete(`*/api/${path}/`, changed),
  );
  const [here, there] = [0, 1].map(() => makeStore("customer", undefined, [crossTabSync]));
  await there?.dispatch(call(list).initiate(asha.id));
  expect(call(list).select(asha.id)(there?.getState()).data).toEqual(before);
  await here?.dispatch(call(change).initiate({ id: 31, customerId: asha.id, productId: 5, quantity: 1 }));
  await waitFor(() => expect(call(list).select(asha.id)(there?.getState()).data).toEqual(after));
});
