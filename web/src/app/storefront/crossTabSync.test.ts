import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { api } from "@/shared/api/api";
import "@/shared/api/cart";
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

it.each([
  ["getCart", "addToCart", "cart", cartLine()],
  ["getWishlist", "addToWishlist", "wishlist", wishlistEntry()],
])("%s in one tab follows %s in another", async (list, change, path, row) => {
  const rows: unknown[] = [];
  server.use(
    http.get(`*/api/${path}/`, () => HttpResponse.json(rows as never)),
    http.post(`*/api/${path}/`, () => {
      rows.push(row);
      return answer(row as never);
    }),
  );
  const [here, there] = [0, 1].map(() => makeStore("customer", undefined, [crossTabSync]));
  await there?.dispatch(call(list).initiate(asha.id));
  expect(call(list).select(asha.id)(there?.getState()).data).toEqual([]);
  await here?.dispatch(call(change).initiate({ customerId: asha.id, productId: 5, quantity: 1 }));
  await waitFor(() => expect(call(list).select(asha.id)(there?.getState()).data).toEqual([row]));
});
