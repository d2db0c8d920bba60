import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import "@/features/storefront/account/profile/emailConfirmationApi";
import "@/features/storefront/product/reviewsApi";
import "@/shared/api/cart";
import "@/shared/api/catalogue";
import { lastEvent } from "@/shared/api/lastEvent";
import type { OrderLinesPage } from "@/shared/api/myOrders";
import "@/shared/api/myOrders";
import "@/shared/api/wishlist";
import { selectAuthUser, shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha, lines, order, payment, product, statusChange } from "@/shared/test/fixtures";
import { answer, server } from "@/shared/test/server";
import { handlers } from "./eventHandlers";

interface Call {
  initiate: (args: unknown) => never;
  select: (args: unknown) => (state: unknown) => { data?: unknown };
}
const call = (name: string) => (api.endpoints as unknown as Record<string, Call>)[name] as Call;

beforeEach(() => {
  lastEvent.id = 0;
});

/** Loads a call, then handles an event. Returns the data that is loaded at that time. */
async function follow(name: string, args: unknown) {
  const store = makeStore("customer");
  const { select, initiate } = call(name);
  await store.dispatch(initiate(args));
  const arrive = (type: string, id: number, data: object) => {
    const action = handlers[type]?.(data, { id } as never);
    if (action) store.dispatch(action as never);
  };
  return { store, arrive, shown: () => select(args)(store.getState()).data };
}

it("shows a picture that has become ready", async () => {
  let image = "/media/old.webp";
  const after: (string | null)[] = [];
  server.use(
    http.get("*/api/product/customer/", ({ request }) => {
      after.push(request.headers.get("X-After-Event"));
      return answer(product({ productImageUrl: image }) as never);
    }),
  );
  const { arrive, shown } = await follow("getProduct", 5);
  expect(shown()).toMatchObject({ productImageUrl: "/media/old.webp" });
  image = "/media/new.webp";
  arrive("product_image.ready", 93, { id: 36, productId: 5, status: "ready" });
  await waitFor(() => expect(shown()).toMatchObject({ productImageUrl: image }));
  expect(after).toEqual([null, "93"]);
});

it.each([
  ["getProduct", 5, "*/api/product/customer/"],
  ["getCart", asha.id, "*/api/cart/"],
  ["getWishlist", asha.id, "*/api/wishlist/"],
])("shows what is in stock after a change of the catalogue: %s", async (name, args, path) => {
  let stockAvailability: "yes" | "no" = "yes";
  server.use(http.get(path, () => HttpResponse.json({ status: 1, data: { stockAvailability } })));
  const { arrive, shown } = await follow(name, args);
  expect(shown()).toEqual({ stockAvailability });
  stockAvailability = "no";
  arrive("catalogue.changed", 93, { entity: "product", id: 5, action: "updated" });
  await waitFor(() => expect(shown()).toEqual({ stockAvailability }));
});

it("asks again whether the shopper may review when a piece is delivered", async () => {
  let canReview = false;
  server.use(http.get("*/api/review/", () => answer([] as never, { total: 0, canReview } as never)));
  const { arrive, shown } = await follow("getReviews", { productId: 5, customerId: asha.id });
  expect(shown()).toMatchObject({ pages: [{ canReview }] });
  canReview = true;
  arrive("order.status_changed", 93, statusChange({ from: "shipped", status: "delivered" }));
  await waitFor(() => expect(shown()).toMatchObject({ pages: [{ canReview }] }));
});

it.each([
  ["a cancellation", { from: "ordered", status: "cancelled" }],
  ["an undone cancellation", { from: "cancelled", status: "ordered", undoes: 1 }],
] as const)("shows what is to be paid after %s", async (_, change) => {
  let due = 92_533;
  server.use(http.get("*/api/order/", () => answer(lines(order({ payment: payment({ due }) })) as never)));
  const { arrive, shown } = await follow("getMyOrders", asha.id);
  const shownDue = () => (shown() as { pages: OrderLinesPage[] }).pages[0]?.lines[0]?.payment.due;
  expect(shownDue()).toBe(92_533);
  due = 46_000;
  arrive("order.status_changed", 94, statusChange(change));
  await waitFor(() => expect(shownDue()).toBe(46_000));
});

it("shows that the address was confirmed in another browser, and which address that is", async () => {
  let state = { email: asha.email, emailConfirmed: false, pendingEmail: "new@mail.example" as string | null };
  server.use(
    http.get("*/api/customer/confirmEmail/", () => answer(state)),
    http.get("*/api/customer/me/", () => answer({ ...asha, email: state.email })),
  );
  const { arrive, shown, store } = await follow("emailConfirmation", undefined);
  store.dispatch(shopperSignedIn(asha));
  state = { email: "new@mail.example", emailConfirmed: true, pendingEmail: null };
  arrive("customer.email_confirmed", 94, { customerId: asha.id });
  await waitFor(() => expect(shown()).toEqual(state));
  await waitFor(() => expect(selectAuthUser(store.getState())?.email).toBe("new@mail.example"));
});

it("names the last event of the catalogue after events of payments and returns", () => {
  const store = makeStore("customer");
  const arrive = (type: string, id: number) => store.dispatch(handlers[type]?.({}, { id } as never) as never);
  arrive("catalogue.changed", 95);
  arrive("payment.changed", 96);
  arrive("return.changed", 97);
  expect(lastEvent.id).toBe(95);
  arrive("gold_rate.changed", 98);
  expect(lastEvent.id).toBe(98);
});

describe("the reviews of an open product page", () => {
  const asked: (string | null)[] = [];
  let stored = { id: 7, productId: 5, text: "The ruby glows.", helpful: 2, isMarked: true };

  beforeEach(() => {
    asked.length = 0;
    stored = { id: 7, productId: 5, text: "The ruby glows.", helpful: 2, isMarked: true };
    server.use(
      http.get("*/api/review/", ({ request }) => {
        asked.push(new URL(request.url).searchParams.get("productId"));
        return answer([{ ...stored }] as never, { total: 1 } as never);
      }),
      http.delete("*/api/review/", () => answer(null)),
    );
  });
  const reader = { productId: 5, customerId: asha.id };
  const changed = (over: object) => ({ reviewId: 7, productId: 5, action: "changed", helpful: 2, ...over });

  it("are fetched again after a change of one of them, and of no other product", async () => {
    const { arrive, shown } = await follow("getReviews", reader);
    arrive("review.changed", 94, changed({ productId: 6, reviewId: 8 }));
    arrive("catalogue.changed", 95, { entity: "product", id: 5, action: "updated" });
    arrive("gold_rate.changed", 96, {});
    stored = { ...stored, text: "An heirloom." };
    arrive("review.changed", 97, changed({}));
    await waitFor(() => expect(JSON.stringify(shown())).toContain("An heirloom."));
    expect(asked).toEqual(["5", "5"]);
  });

  it("show a new number of marks without a request", async () => {
    const { arrive, shown } = await follow("getReviews", reader);
    arrive("review.changed", 94, changed({ action: "marked", helpful: 3 }));
    expect(shown()).toMatchObject({ pages: [{ reviews: [{ ...stored, helpful: 3 }] }] });
    arrive("review.changed", 95, changed({ action: "marked", productId: 6, reviewId: 8, helpful: 9 }));
    expect(shown()).toMatchObject({ pages: [{ reviews: [{ ...stored, helpful: 3 }] }] });
    expect(asked).toEqual(["5"]);
  });

  it.each(["added", "deleted"])("are %s in My Orders too, if these have the product", async (action) => {
    let isReviewed = action !== "added";
    server.use(
      http.get("*/api/order/", () => {
        asked.push("orders");
        return answer(lines().map((line) => ({ ...line, isReviewed })) as never);
      }),
    );
    const { arrive, shown } = await follow("getMyOrders", asha.id);
    isReviewed = action === "added";
    arrive("review.changed", 94, changed({ action, productId: 6 }));
    arrive("review.changed", 95, changed({ action: "marked" }));
    arrive("review.changed", 96, changed({ action: "changed" }));
    arrive("review.changed", 97, changed({ action }));
    await waitFor(() => expect(shown()).toMatchObject({ pages: [{ lines: [{ isReviewed }] }] }));
    expect(asked).toEqual(["orders", "orders"]);
  });

  it("are fetched again after the shopper deleted a review", async () => {
    const { store, shown } = await follow("getReviews", reader);
    stored = { ...stored, text: "An heirloom." };
    await store.dispatch(call("deleteReview").initiate({ id: 7, productId: 5 }));
    await waitFor(() => expect(JSON.stringify(shown())).toContain("An heirloom."));
  });
});
