import { http } from "msw";
import type { Order } from "@/shared/api/types";
import { answer, server } from "@/shared/test/server";
import { item, order } from "./adminApp";

/** An order with a claim. */
export function claimed(id: number, usedIn: number[] = []): Order {
  const made = order(id, "Meera Joshi", [item(id, id)]);
  const claim = { reference: "432110987654", amount: 128_520, at: new Date().toISOString() };
  return { ...made, payment: { ...made.payment, method: "upi", status: "claimed", version: 2, claim, usedIn } };
}

/** Serves the payments of orders, and returns the confirmed ones. */
export function serveMoney(orders: Order[]) {
  const confirmed: unknown[] = [];
  server.use(
    http.post("*/api/payment/confirm/", async ({ request }) => {
      const body = (await request.json()) as { orderId: number };
      confirmed.push(body);
      const before = orders.find(({ id }) => id === body.orderId) as Order;
      const payment = { ...before.payment, status: "paid", version: 3, paid: 128_520, due: 0 };
      return answer({ orderId: body.orderId, customerId: 7, kind: "payment", from: "claimed", payment } as never);
    }),
  );
  return confirmed;
}

/** The order after the cancellation of its first item. */
export function partlyCancelled(before: Order, payment: Partial<Order["payment"]>): Order {
  const [first, ...others] = before.items;
  const cancelled = { ...item(first?.itemId ?? 0, before.id, "cancelled"), version: 2 };
  return { ...before, items: [cancelled, ...others], payment: { ...before.payment, ...payment } };
}
