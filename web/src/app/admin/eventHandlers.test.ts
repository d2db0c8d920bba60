import { waitFor } from "@testing-library/react";
import { delay, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { type AppStore, makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import "@/features/admin/customers/customerRecordApi";
import "@/features/admin/customers/customersApi";
import "@/features/admin/orders/ordersApi";
import "@/features/admin/reviews/moderationApi";
import "@/features/admin/returns/returnsQueueApi";
import "@/shared/admin/orders/boardApi";
import { adminSignedIn, sessionEnded } from "@/shared/session/sessionSlice";
import { answer, server } from "@/shared/test/server";
import { handlers, liveTags, startAdminUpdates } from "./eventHandlers";
import { admin, changeOf, item, order } from "./test/adminApp";

type Listener = (argument: object) => void;

/** Replaces the socket library: the test acts as the server. */
const socket = vi.hoisted(() => ({
  listeners: [] as [name: string, listener: Listener][],
  after: undefined as number | undefined,
  auth: (_send: (data: { after?: number }) => void) => {},
  connected: false,
  on(name: string, listener: Listener) {
    this.listeners.push([name, listener]);
  },
  emit() {},
  connect() {
    this.connected = true;
    this.auth(({ after }) => {
      this.after = after;
    });
  },
  disconnect() {
    this.connected = false;
    this.listeners = [];
  },
  server(name: string, argument: object) {
    for (const [heard, listener] of this.listeners) if (heard === name) listener(argument);
  },
}));
vi.mock("socket.io-client", () => ({
  io: ({ auth }: Pick<typeof socket, "auth">) => Object.assign(socket, { auth, io: { on: () => {} } }),
}));

let stop = () => {};
afterEach(() => {
  stop();
  stop = () => {};
});

interface Call {
  initiate: (args: unknown, options?: object) => never;
  select: (args: unknown) => (state: unknown) => { data?: unknown };
}
interface Subscription {
  unsubscribe: () => void;
}
const call = (name: string) => (api.endpoints as unknown as Record<string, Call>)[name] as Call;

/** Loads a call of an open page. `shown` returns the data that is loaded at that time, as text. */
async function open(name: string, args: unknown) {
  const store = makeStore("admin");
  const { select, initiate } = call(name);
  await store.dispatch(initiate(args));
  const arrive = (type: string, data: object) => {
    const action = handlers[type]?.(data, { id: 93 } as never);
    if (action) store.dispatch(action as never);
  };
  return { store, arrive, shown: () => JSON.stringify(select(args)(store.getState()).data) };
}

const list = { search: "", sort: "", filters: {} };

/** Serves orders, returns and customers with the name that the customer has at that time. */
function serveCustomer() {
  const customer = { name: "Asha Verma" };
  server.use(
    http.get("*/api/order/", ({ request }) => {
      const shown = JSON.parse(JSON.stringify(order(1058, customer.name, [])));
      return answer(new URL(request.url).searchParams.has("id") ? shown : [shown], { desk: [] });
    }),
    http.get("*/api/return/", () => answer([{ id: 94, customerName: customer.name }] as never, { desk: [] })),
    http.get("*/api/review/", () => answer([{ id: 3, customerName: customer.name }] as never)),
    http.get("*/api/cart/", () => answer([{ customerId: 7, customerName: customer.name }] as never)),
    http.post("*/api/customer/", () => answer({ id: 7 })),
  );
  return customer;
}

const showsName = [
  ["the board", "boardOrders", { search: "", status: null }],
  ["the list of orders", "orderList", list],
  ["an order's page", "boardOrder", 1058],
  ["the returns", "returnsQueue", list],
  ["the reviews", "moderatedReviews", list],
  ["the carts", "cartList", list],
] as const;

it.each(showsName)("%s shows a customer's new name", async (_page, name, args) => {
  const customer = serveCustomer();
  const { arrive, shown } = await open(name, args);
  expect(shown()).toContain("Asha Verma");
  customer.name = "Asha Iyer";
  arrive("desk.customer_changed", { customerId: 7, part: "account" });
  await waitFor(() => expect(shown()).toContain("Asha Iyer"));
  customer.name = "Asha Rao";
  arrive("desk.customer_changed", { customerId: null, part: null });
  await waitFor(() => expect(shown()).toContain("Asha Rao"));
});

it("the list of customers shows a new one, and orders are not fetched again", async () => {
  const customers = [{ id: 6, name: "Asha Verma" }];
  let askedForOrders = 0;
  server.use(
    http.get("*/api/customer/", () => answer(structuredClone(customers) as never)),
    http.get("*/api/order/", () => {
      askedForOrders += 1;
      return answer([], { desk: [] });
    }),
  );
  const { store, arrive, shown } = await open("customerList", list);
  await store.dispatch(call("orderList").initiate(list));
  customers.unshift({ id: 7, name: "Meera Joshi" });
  arrive("desk.customer_changed", { customerId: 7, part: "registered" });
  await waitFor(() => expect(shown()).toContain("Meera Joshi"));
  expect(askedForOrders).toBe(1);
});

it.each(showsName)("%s shows a customer's new name that was saved here", async (_page, name, args) => {
  const customer = serveCustomer();
  const { store, shown } = await open(name, args);
  customer.name = "Asha Iyer";
  await store.dispatch(call("saveCustomer").initiate({ id: 7, name: "Asha Iyer" }));
  await waitFor(() => expect(shown()).toContain("Asha Iyer"));
});

/** Connects the page as it was loaded: its data includes the events up to 40. */
async function follow(store: AppStore) {
  server.use(http.get("*/api/admin/me/", () => answer({ ...admin })));
  store.dispatch(adminSignedIn());
  stop = startAdminUpdates(store, 40);
  await waitFor(() => expect(socket.connected).toBe(true));
  expect(socket.after).toBe(40);
  socket.server("caught_up", { through: 43 });
}

it.each(showsName)("%s shows a customer's name that is new after a reconnection", async (_page, name, args) => {
  const customer = serveCustomer();
  const { store, shown } = await open(name, args);
  await follow(store);
  socket.server("disconnect", "transport close" as never);
  customer.name = "Asha Iyer";
  socket.connect();
  socket.server("caught_up", { through: 43 });
  await waitFor(() => expect(shown()).toContain("Asha Iyer"));
});

it("stops everything that it started", async () => {
  let checks = 0;
  const store = makeStore("admin");
  await follow(store);
  server.use(
    http.get("*/api/admin/me/", () => {
      checks += 1;
      return answer({ ...admin });
    }),
  );
  stop();
  expect(socket.connected).toBe(false);
  store.dispatch(sessionEnded({ role: "admin" }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(checks).toBe(0);
});

it("the first connection fetches customers again, and neither orders nor returns", async () => {
  serveCustomer();
  const asked: string[] = [];
  server.use(
    http.get("*/api/:list/", ({ params }) => void asked.push(String(params.list))),
    http.get("*/api/customer/", () => answer([])),
  );
  const { store } = await open("customerList", list);
  for (const [name, args] of [
    ["boardOrders", { search: "", status: null }] as const,
    ["returnsQueue", list] as const,
  ]) {
    await store.dispatch(call(name).initiate(args));
  }
  asked.splice(0);
  await follow(store);
  await waitFor(() => expect(asked).toContain("customer"));
  const states = () => Object.values(store.getState().api.queries).map((query) => query?.status);
  await waitFor(() => expect(states()).not.toContain("pending"));
  expect(asked).toEqual(["customer"]);
});

it("a person whose roles have changed, whom the server disconnects for it, is asked for again", async () => {
  let { roles } = admin;
  server.use(http.get("*/api/admin/me/", () => answer({ ...admin, roles: [...roles] })));
  const { store, shown } = await open("adminMe", undefined);
  await follow(store);
  server.use(http.get("*/api/admin/me/", () => answer({ ...admin, roles: [...roles] })));
  roles = ["viewer"];
  socket.server("disconnect", "transport close" as never);
  socket.connect();
  socket.server("caught_up", { through: 43 });
  await waitFor(() => expect(shown()).toContain("viewer"));
});

it("a poll that skips hidden tabs stops when the tab is hidden, and goes on when it is shown", async () => {
  const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  let asked = 0;
  server.use(
    http.get("*/api/customer/", () => {
      asked += 1;
      return answer([]);
    }),
  );
  const store = makeStore("admin");
  await follow(store);
  const subscriptionOptions = { pollingInterval: 20, skipPollingIfUnfocused: true };
  const poll = store.dispatch(call("customerList").initiate(list, { subscriptionOptions })) as Subscription;
  const stopFollowing = stop;
  stop = () => {
    poll.unsubscribe();
    stopFollowing();
  };
  await waitFor(() => expect(asked).toBeGreaterThan(2));
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  };
  turn("hidden");
  await delay(200); // for the requests that are pending
  const before = asked;
  await delay(200);
  expect(asked).toBe(before);
  turn("visible");
  await waitFor(() => expect(asked).toBeGreaterThan(before + 2));
});

it("an order that moves to another customer leaves the page of the first one", async () => {
  let orders = [{ id: 1058 }];
  server.use(http.get("*/api/customer/orders/", () => answer(structuredClone(orders) as never)));
  const { arrive, shown } = await open("customerOrders", { ...list, filters: { customerId: "7" } });
  expect(shown()).toContain("1058");
  orders = [];
  arrive("order.tracking_changed", { orderId: 1058, customerId: 7, isShared: false });
  await waitFor(() => expect(shown()).not.toContain("1058"));
});

const changed = {
  ...order(1058, "Asha Verma", [item(1, 1058)]),
  ...changeOf(item(1, 1058), "packed"),
  orderIds: [1058],
  endpointIds: [1],
  page: "orders",
};

it.each(Object.keys(handlers))("what %s changes is fetched again after a gap in the events", (type) => {
  const invalidate = vi.spyOn(api.util, "invalidateTags");
  const store = makeStore("admin");
  for (const entity of type === "catalogue.changed" ? ["category", "vendor", "product", "product_image"] : [""]) {
    const action = handlers[type]?.({ ...changed, entity }, { id: 93 } as never);
    if (action) store.dispatch(action as never);
  }
  const tags = invalidate.mock.calls
    .flatMap(([given]) => given)
    .map((tag) => (typeof tag === "object" && tag ? tag.type : tag));
  expect(liveTags).toEqual(expect.arrayContaining(tags));
});
