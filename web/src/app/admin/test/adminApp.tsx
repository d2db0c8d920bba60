import { act } from "@testing-library/react";
import { http } from "msw";
import type { InitialEntry } from "react-router";
import { AdminRoutes } from "@/app/admin/AdminRoutes";
import { handlers } from "@/app/admin/eventHandlers";
import { resetOnSignIn } from "@/app/admin/resetOnSignIn";
import { makeStore } from "@/app/store";
import type { Order, OrderItem, OrderStatus, ShopEvent, StatusChange } from "@/shared/api/types";
import * as fixtures from "@/shared/test/fixtures";
import { operations, pages } from "@/shared/test/policy";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import "@/app/admin/adminSlices";

export const admin = {
  id: 1,
  name: "Karthik Rao",
  email: "karthik@swarna.test",
  roles: ["owner"],
  operations,
  pages,
  hasSecondFactor: false,
  lacksSecondFactor: false,
  secondFactorBy: null,
};
const orderedAt = "2026-11-20T05:00:00.000Z";
let eventId = 100;

export const item = (itemId: number, orderId: number, status: OrderStatus = "ordered"): OrderItem =>
  fixtures.orderItem({
    id: itemId,
    itemId,
    orderId,
    productId: itemId,
    productName: `Piece ${itemId}`,
    productImageUrl: "",
    weight: 10,
    productRate: 118_520,
    makingCharge: 9000,
    wastageCharge: 2000,
    discount: 1000,
    totalAmount: 128_520,
    status,
    orderedAt,
  });

export function order(id: number, customerName: string, items: OrderItem[]): Order {
  const amount = items.length * 128_520;
  return fixtures.order({
    id,
    customerName,
    customerEmail: "shopper@swarna.test",
    customerPhone: "+91 98450 55012",
    totalQuantity: items.length,
    totalAmount: amount,
    orderedDate: orderedAt,
    currentStatus: items[0]?.status ?? "ordered",
    address: fixtures.address({ name: "Meera Joshi", address: "14 Second Main Road", zip_code: "600020" }),
    payment: fixtures.payment({ amount, due: amount, reference: `SW${id}` }),
    items,
  });
}

export function changeOf(row: OrderItem, status: OrderStatus, beside: Partial<StatusChange> = {}): StatusChange {
  const at = new Date().toISOString();
  return {
    orderId: row.orderId,
    itemId: row.itemId,
    customerId: row.customerId,
    orderedAt: row.orderedAt,
    packedAt: null,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    [`${status}At`]: at,
    status,
    version: row.version + 1,
    currentStatus: status,
    changedBy: admin.name,
    from: row.status,
    at,
    ...beside,
  };
}

export const uploadKey = `originals/${"0".repeat(32)}.jpg`;

/** To whom orders may be assigned. */
export const staff = {
  people: [
    { id: 1, name: "Karthik Rao", openOrders: 2 },
    { id: 2, name: "Priya Menon", openOrders: 1 },
  ],
  unassigned: 3,
};

const arranged = () => ({ minimised: [], removed: [] });

/** Serves these orders and returns the query parameters of each request for orders. */
export function serveOrders(orders: Order[]) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/admin/me/", () => answer({ ...admin })),
    http.post("*/api/productimage/", ({ request }) => {
      // Leave other requests of this path to other handlers.
      if (new URL(request.url).searchParams.get("flag") === "upload") return answer({ upload: uploadKey });
    }),
    http.get("*/api/admin/preferences/", () => answer({ dashboard: arranged(), operations: arranged() })),
    http.get("*/api/order/assignment/", () => answer(plain(staff))),
    http.get("*/api/order/notes/", () => answer([], { isErased: false })),
    http.get("*/api/order/history/", () => answer({ assignments: [], shipments: [], mails: [] } as never)),
    http.get("*/api/goldrate/", () => answer([{ id: 1, r22kRate: 11_852, r24kRate: 12_930, date: "2026-11-20" }])),
    http.get("*/api/order/", ({ request }) => {
      const query = new URL(request.url).searchParams;
      if (query.get("flag") === "figures") return answer(figuresOf(orders));
      asked.push(query);
      const one = orders.find(({ id }) => String(id) === query.get("id"));
      if (one) return answer(plain(one), { items: plain(one.items) });
      const search = query.get("search")?.toLowerCase() ?? "";
      const found = orders.filter((each) => each.customerName.toLowerCase().includes(search));
      const status = query.get("status");
      const listed = found.filter((each) => !status || each.items.some((row) => row.status === status));
      return answer(plain(listed), { counts: countsOf(found), countedAt: new Date(Date.now() - 1).toISOString() });
    }),
  );
  return asked;
}

// biome-ignore lint/suspicious/noExplicitAny: JSON as it goes over the wire
const plain = (data: unknown): any => JSON.parse(JSON.stringify(data));

function figuresOf(orders: Order[]) {
  const since = Date.now() - 3_600_000;
  const today = orders.filter(({ orderedDate }) => Date.parse(orderedDate ?? "") > since);
  const sales = today.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
  const standing = Object.entries(countsOf(orders)).map(([status, items]) => [
    status,
    { items, oldest: items ? orderedAt : null },
  ]);
  return {
    today: { orders: today.length, sales },
    before: { orders: 0, sales: 0 },
    standing: Object.fromEntries(standing),
    delivered: { items: 0, hours: null },
  };
}

function countsOf(orders: Order[]) {
  const counts = { ordered: 0, packed: 0, shipped: 0, delivered: 0, cancelled: 0 };
  for (const row of orders.flatMap(({ items }) => items)) counts[row.status] += 1;
  return counts;
}

/** Renders the whole admin at a path. `arrive` delivers an event as the socket does. */
export function openAdmin(path: InitialEntry, { signedIn = true } = {}) {
  if (signedIn) window.localStorage.setItem("isLoggedIn", "true");
  const store = makeStore("admin");
  resetOnSignIn(store);
  const view = renderWith(
    store,
    <>
      <AdminRoutes />
      <Toasts />
    </>,
    path,
  );
  const arrive = (type: string, data: unknown) => {
    eventId += 1;
    const event: ShopEvent = { id: eventId, type, at: new Date().toISOString(), data };
    const effect = handlers[type]?.(data, event);
    act(() => void (effect && store.dispatch(effect)));
  };
  return { ...view, store, arrive };
}

export const board = "/admin/order-management";
