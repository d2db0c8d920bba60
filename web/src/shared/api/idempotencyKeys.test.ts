import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { formOf, sendForm } from "@/shared/api/sendForm";
import { answer, refusal, server } from "@/shared/test/server";
import { api } from "./api";

const probe = api.injectEndpoints({
  endpoints: (build) => ({
    add: build.mutation<unknown, number>({
      query: (productId) => ({ url: "cart/", method: "POST", body: { productId } }),
    }),
    change: build.mutation<unknown, number>({
      query: (id) => ({ url: "cart/", method: "POST", params: { id }, body: {} }),
    }),
    post: build.mutation<unknown, string>({
      query: (path) => ({ url: `${path}/`, method: "POST", body: {} }),
    }),
    remove: build.mutation<unknown, { path: string; id: number }>({
      query: ({ path, id }) => ({ url: `${path}/`, method: "DELETE", params: { id } }),
    }),
    bulk: build.mutation<unknown, { dryRun?: boolean; count: number }>({
      query: (body) => ({ url: "/product/", method: "POST", params: { flag: "bulk" }, body }),
    }),
    placeUnder: build.mutation<unknown, string>({
      query: (key) => ({ url: "order/", method: "POST", body: {}, headers: { "Idempotency-Key": key } }),
    }),
  }),
  overrideExisting: true,
});

let keys: (string | null)[] = [];
beforeEach(() => {
  keys = [];
});
const take =
  (respond: () => Response = () => answer(null)) =>
  ({ request }: { request: Request }) => {
    keys.push(request.headers.get("Idempotency-Key"));
    return respond();
  };
const store = makeStore("customer");
const call = { signal: new AbortController().signal, extra: { role: "admin" } };
const sendRing = (path: string) => sendForm(path, formOf({ name: "Ring" }), call);
const add = (productId = 1) => store.dispatch(probe.endpoints.add.initiate(productId));

describe("what adds something", () => {
  it("has a key of its own for each click", async () => {
    server.use(http.post("*/api/cart/", take()));
    await Promise.all([add(), add()]);
    await add();
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(3);
    expect(keys.every(Boolean)).toBe(true);
  });

  it("has the same key when it is sent again for a fresh token", async () => {
    server.use(
      http.post(
        "*/api/cart/",
        take(() => refusal(403, "old", { errors: { xsrf: "old" } })),
      ),
    );
    await add();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });

  it("has the same key when it is tried again after no answer, and another one after an answer", async () => {
    server.use(
      http.post(
        "*/api/cart/",
        take(() => HttpResponse.error()),
      ),
    );
    await add();
    await add(2);
    server.use(http.post("*/api/cart/", take()));
    await add();
    await add();
    const [first, other, again, next] = keys;
    expect(again).toBe(first);
    expect(new Set([first, other, next]).size).toBe(3);
  });

  it.each(["return", "stock", "payment/refund", "payment/refund/sent", "admin/keys", "admin/webhooks"])(
    "has a key for a new %s",
    async (path) => {
      server.use(http.post(`*/api/${path}/`, take()));
      await store.dispatch(probe.endpoints.post.initiate(path));
      expect(keys[0]).toBeTruthy();
    },
  );

  it("keeps the key that it brings", async () => {
    server.use(http.post("*/api/order/", take()));
    await store.dispatch(probe.endpoints.placeUnder.initiate("mine"));
    expect(keys).toEqual(["mine"]);
  });

  it("is sent with multipart forms too", async () => {
    server.use(http.post("*/api/product/", take()));
    await sendRing("/product/");
    await sendRing("/product/?id=1");
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBeNull();
  });
});

describe("a key of a lost answer is not used again", () => {
  const isLost = () =>
    server.use(
      http.post(
        "*/api/cart/",
        take(() => HttpResponse.error()),
      ),
    );
  const isAnswered = () => server.use(http.post("*/api/cart/", take()));

  it("after what was added has been removed", async () => {
    isLost();
    await add();
    server.use(http.delete("*/api/cart/", () => answer(null)));
    await store.dispatch(probe.endpoints.remove.initiate({ path: "cart", id: 7 }));
    isAnswered();
    await add();
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBeTruthy();
    expect(keys[1]).not.toBe(keys[0]);
  });

  it("after another tab has removed it", async () => {
    isLost();
    await add();
    server.use(http.delete("*/api/cart/", () => refusal(404, "Cart item not found")));
    await store.dispatch(probe.endpoints.remove.initiate({ path: "cart", id: 7 }));
    isAnswered();
    await add();
    expect(keys[1]).not.toBe(keys[0]);
  });

  it("after what was added has been changed", async () => {
    isLost();
    await add();
    isAnswered();
    await store.dispatch(probe.endpoints.change.initiate(7));
    await add();
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("after what was added by a form has been changed by another form", async () => {
    server.use(
      http.post(
        "*/api/product/",
        take(() => HttpResponse.error()),
      ),
    );
    await sendRing("/product/");
    server.use(http.post("*/api/product/", take()));
    await sendRing("/product/?id=1");
    await sendRing("/product/");
    expect(keys[0]).toBeTruthy();
    expect(keys[2]).toBeTruthy();
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("but is after a change on another path", async () => {
    isLost();
    await add();
    server.use(http.delete("*/api/address/", () => answer(null)));
    await store.dispatch(probe.endpoints.remove.initiate({ path: "address", id: 7 }));
    isAnswered();
    await add();
    expect(keys[1]).toBe(keys[0]);
  });
});

it("is not sent with requests that change existing data", async () => {
  server.use(http.post("*/api/cart/", take()));
  await store.dispatch(probe.endpoints.change.initiate(7));
  expect(keys).toEqual([null]);
});

const bulk = (body: { dryRun?: boolean; count: number }) => store.dispatch(probe.endpoints.bulk.initiate(body));

it("is sent with a change of many products, again the same after no answer, but not with its preview", async () => {
  server.use(
    http.post(
      "*/api/product/",
      take(() => HttpResponse.error()),
    ),
  );
  await bulk({ dryRun: true, count: 2 });
  await bulk({ count: 2 });
  server.use(http.post("*/api/product/", take()));
  await bulk({ count: 2 });
  await bulk({ count: 2 });
  const [preview, first, again, next] = keys;
  expect(preview).toBeNull();
  expect(first).toBeTruthy();
  expect(again).toBe(first);
  expect(next).toBeTruthy();
  expect(next).not.toBe(first);
});

it("of a change of many products without an answer stays the same after one of them is removed", async () => {
  server.use(
    http.post(
      "*/api/product/",
      take(() => HttpResponse.error()),
    ),
    http.delete("*/api/product/", () => answer(null)),
  );
  await bulk({ count: 2 });
  await store.dispatch(probe.endpoints.remove.initiate({ path: "product", id: 7 }));
  server.use(http.post("*/api/product/", take()));
  await bulk({ count: 2 });
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
