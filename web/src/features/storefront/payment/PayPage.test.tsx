import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import type { Order } from "@/shared/api/types";
import { asha, lines, order, orderItem, payment } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { PayPage } from "./PayPage";

const user = { ...asha, email: "asha@swarna.example" };

const methods = {
  online: { method: "online", label: "Pay online", limit: null },
  cod: { method: "cod", label: "Pay on delivery", limit: null },
  upi: { method: "upi", label: "UPI", limit: null, upiId: "swarna@testbank", payee: "Swarna" },
  bank: { method: "bank", label: "Bank transfer", limit: null, account: "123", ifsc: "TEST0001", payee: "Swarna" },
};

/** Opens the page of order 40. `place` changes the order that the next request shows. */
function open(placed: Order, offered: (keyof typeof methods)[] = ["cod", "upi", "bank"]) {
  let shown = placed;
  server.use(
    http.get("*/api/order/", () => answer(lines(shown) as never)),
    http.get("*/api/shop/", () => answer({ methods: offered.map((name) => methods[name]), returnDays: 30 })),
  );
  const store = makeStore("customer");
  const place = (changed: Order) => {
    shown = changed;
    act(() => void store.dispatch(api.util.invalidateTags(["Order"])));
  };
  const view = renderWith(
    store,
    <Routes>
      <Route path="/my-orders/:id/pay" element={<PayPage user={user} />} />
      <Route path="/order-confirm" element={<h1>Congratulations!</h1>} />
    </Routes>,
    "/my-orders/40/pay",
  );
  return { ...view, place };
}

it("shows how far a payment that was told has come, and leads on", async () => {
  const placed = order({ id: 40 });
  const claim = { reference: "400000000001", amount: 92_534, at: "2026-11-24T06:00:00.000Z" };
  const payment = { ...placed.payment, method: "upi", status: "claimed", due: 92_534, claim };
  server.use(
    http.get("*/api/order/", () => answer(lines({ ...placed, payment } as never))),
    http.get("*/api/shop/", () => answer({ methods: [], returnDays: 30 })),
  );
  renderWith(
    makeStore("customer"),
    <Routes>
      <Route path="/my-orders/:id/pay" element={<PayPage user={user as never} />} />
    </Routes>,
    "/my-orders/40/pay",
  );
  expect(await screen.findByRole("heading", { name: "We are checking your payment" })).toBeInTheDocument();
  expect(screen.getByText(/^You told us on 24 Nov 2026, 11:30 am that you paid ₹92,534\.00\./)).toBeInTheDocument();
  const steps = within(screen.getByRole("list", { name: "Payment" })).getAllByRole("listitem");
  expect(steps.map((step) => step.querySelector("b")?.textContent)).toEqual(["Ordered", "You paid", "Confirmed"]);
  expect(steps[1]).toHaveAttribute("aria-current", "step");
  expect(screen.getByRole("link", { name: "Follow your order" })).toHaveAttribute("href", "/my-orders#order-40");
  expect(screen.getByRole("link", { name: "Ask about this payment" })).toHaveAttribute("href", "/contact-us");
});

it.each([
  ["upi", true],
  ["online", false],
  ["cod", false],
] as const)("shows the claim of an order that was paid by a transfer, not otherwise: %s", async (method, isShown) => {
  const claim = { reference: "400000000001", amount: 92_533, at: "2026-11-24T06:00:00.000Z" };
  open(order({ payment: payment({ method, status: "paid", due: 0, paid: 92_533, claim }) }));
  expect(await screen.findByRole("heading", { name: "Payment received" })).toBeInTheDocument();
  expect(screen.queryByText("You paid") !== null).toBe(isShown);
});

it("says that an earlier order could not be loaded, and tries again on demand only", async () => {
  let asked = 0;
  let isAway = true;
  const placed = order({ id: 3 });
  server.use(
    http.get("*/api/order/", ({ request }) => {
      if (!new URL(request.url).searchParams.has("cursor"))
        return answer(lines(order({ id: 40 })) as never, { nextCursor: "40.1" });
      asked += 1;
      return isAway ? refusal(503, "Try again.") : answer(lines(placed) as never);
    }),
  );
  const { person } = renderWith(
    makeStore("customer"),
    <Routes>
      <Route path="/my-orders/:id/pay" element={<PayPage user={user as never} />} />
    </Routes>,
    "/my-orders/3/pay",
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to load the order");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toBe(1);
  isAway = false;
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Order 3 is placed")).toBeInTheDocument();
});

it("judges an order by all its lines, also those on the next page", async () => {
  const paid = payment({ method: "upi", status: "paid", due: 0, paid: 92_533 });
  const items = [orderItem({ status: "cancelled" }), orderItem({ id: 71, itemId: 71 })];
  const [first, second] = lines(order({ payment: paid, items }));
  server.use(
    http.get("*/api/order/", ({ request }) =>
      new URL(request.url).searchParams.has("cursor")
        ? answer([second] as never)
        : answer([first] as never, { nextCursor: "40.1" }),
    ),
  );
  renderWith(
    makeStore("customer"),
    <Routes>
      <Route path="/my-orders/:id/pay" element={<PayPage user={user} />} />
    </Routes>,
    "/my-orders/40/pay",
  );
  expect(await screen.findByRole("heading", { name: "Payment received" })).toBeInTheDocument();
});

it("leads to My Orders without asking for all of them if the shopper has no such order", async () => {
  let asked = 0;
  server.use(
    http.get("*/api/order/", () => {
      asked += 1;
      return answer(lines(order({ id: 40 })) as never, { nextCursor: `${asked}` });
    }),
  );
  renderWith(
    makeStore("customer"),
    <Routes>
      <Route path="/my-orders/:id/pay" element={<PayPage user={user} />} />
      <Route path="/my-orders" element={<h1>My Orders</h1>} />
    </Routes>,
    "/my-orders/41/pay",
  );
  expect(await screen.findByRole("heading", { name: "My Orders" })).toBeInTheDocument();
  expect(asked).toBe(1);
});

it("shows a code of the amount that is due after a cancellation", async () => {
  const upi = (due: number) => order({ payment: payment({ method: "upi", due }) });
  const { place } = open(upi(92_533));
  const before = (await screen.findByRole("img", { name: /₹92,533.00/ })).getAttribute("src");
  place(upi(46_000.5));
  const after = await screen.findByRole("img", { name: /₹46,000.50/ });
  expect(after.getAttribute("src")).not.toBe(before);
});

it.each([
  ["ordered", true],
  ["shipped", false],
] as const)(
  "says until when an unpaid order is kept only while staff have not begun with it: %s",
  async (status, says) => {
    const due = payment({ method: "upi", status: "due", due: 92_533, expiresAt: "2026-11-21T06:00:00.000Z" });
    open(order({ payment: due, items: [orderItem({ status })] }));
    expect(await screen.findByRole("heading", { name: "Pay by UPI" })).toBeInTheDocument();
    expect(screen.queryByText(/are kept until/) !== null).toBe(says);
  },
);

it("says how an order that was not paid has ended, and nothing of its placing", async () => {
  const expiresAt = "2026-11-21T06:00:00.000Z";
  const unpaid = payment({ method: "upi", status: "expired", due: 0, expiresAt });
  open(order({ payment: unpaid, items: [orderItem({ status: "cancelled" })] }));
  expect(await screen.findByRole("heading", { name: "Not paid" })).toBeInTheDocument();
  expect(screen.getByText(/Not paid until .*\. The order was cancelled\./)).toBeInTheDocument();
  expect(screen.queryByText("Order 40 is placed")).not.toBeInTheDocument();
  expect(screen.queryByText("Nothing is to be paid")).not.toBeInTheDocument();
});

it("says of a paid order that was cancelled that the money comes back, and does not confirm it", async () => {
  const paid = payment({ method: "upi", status: "paid", due: 0, paid: 92_533 });
  const { place } = open(order({ payment: paid, items: [orderItem({ status: "cancelled" })] }));
  expect(await screen.findByRole("heading", { name: "Cancelled" })).toBeInTheDocument();
  expect(screen.queryByText("Payment received")).not.toBeInTheDocument();
  place(order({ payment: { ...paid, refundDue: 92_533 }, items: [orderItem({ status: "cancelled" })] }));
  expect(await screen.findByText(/All of it comes back to you\./)).toBeInTheDocument();
});

it.each([
  ["upi", "due", "by UPI"],
  ["online", "failed", "online"],
] as const)("says that the way to pay %s is no longer offered, and offers another", async (method, status, way) => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/payment/method/", async ({ request }) => {
      sent.push(await request.json());
      return refusal(503, "Away.");
    }),
  );
  const { person } = open(order({ payment: payment({ method, status }) }), ["cod", "bank"]);
  expect(await screen.findByRole("heading", { name: `We no longer offer to pay ${way}` })).toBeInTheDocument();
  expect(screen.getByText("₹92,533.00 is still to be paid.")).toBeInTheDocument();
  expect(screen.queryByRole("heading", { name: /Pay on delivery|Nothing is to be paid/ })).not.toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "Bank transfer" }));
  await waitFor(() => expect(sent).toEqual([{ orderId: 40, paymentMethod: "bank", version: 1 }]));
});

it("keeps on the page why the payment provider does not take a payment, until the next try", async () => {
  const words = "The payment provider does not take this payment. It says: too much. Please choose another way to pay.";
  let started = () => refusal(409, words);
  server.use(http.post("*/api/payment/start/", () => started()));
  const { person } = open(order({ payment: payment({ method: "online" }) }), ["online", "bank"]);
  await person.click(await screen.findByRole("button", { name: "Pay now" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(words);
  expect(screen.getByRole("button", { name: "Bank transfer" })).toBeEnabled();
  started = () => refusal(503, "The payment provider does not answer just now.");
  await person.click(screen.getByRole("button", { name: "Pay now" }));
  await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument());
});

it.each([
  ["bank", "Bank transfer", "Pay by bank transfer"],
  ["cod", "Pay on delivery", "Your payment"],
] as const)("begins at the heading of the new way to pay: %s", async (method, label, heading) => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  onTestFinished(() => scrolled.mockRestore());
  const way = (method: "upi" | "bank" | "cod") => order({ payment: payment({ method }) });
  const { person, place } = open(way("upi"));
  server.use(http.post("*/api/payment/method/", () => answer({} as never)));
  await person.click(await screen.findByRole("button", { name: label }));
  place(way(method));
  const title = await screen.findByRole("heading", { level: 1, name: heading });
  await waitFor(() => expect(title).toHaveFocus());
  expect(scrolled.mock.contexts).toEqual([title]);
});

it("does not offer to pay on delivery once an item of the order is packed", async () => {
  const upi = payment({ method: "upi" });
  const { place } = open(order({ payment: upi }));
  await screen.findByRole("button", { name: "Pay on delivery" });
  place(order({ payment: upi, items: [orderItem({ status: "packed" })] }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Pay on delivery" })).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Bank transfer" })).toBeEnabled();
});

it("leaves the focus where it is when the way to pay was changed elsewhere", async () => {
  const way = (method: "upi" | "bank") => order({ payment: payment({ method }) });
  const { place } = open(way("upi"));
  await screen.findByRole("heading", { level: 1, name: "Pay by UPI" });
  place(way("bank"));
  const title = await screen.findByRole("heading", { level: 1, name: "Pay by bank transfer" });
  expect(title).not.toHaveFocus();
});

it("says that a payment is checked once it was told, with the focus on the heading", async () => {
  const due = payment({ method: "upi", status: "due", due: 92_533 });
  const claim = { reference: "400000000001", amount: 92_533, at: "2026-11-24T06:00:00.000Z" };
  const { person, place } = open(order({ payment: due }));
  server.use(http.post("*/api/payment/claim/", () => answer({} as never)));
  await person.type(await screen.findByLabelText("UTR of your payment"), claim.reference);
  const news = screen.getByRole("status");
  expect(news).toBeEmptyDOMElement();
  const button = screen.getByRole("button", { name: "I have paid" });
  await person.click(button);
  expect(button).toBeEnabled();
  place(order({ payment: { ...due, status: "claimed", claim } as never }));
  await waitFor(() => expect(news).toHaveTextContent("We are checking your payment"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});

it("says that another window has changed the way to pay, and keeps the focus on the page", async () => {
  const way = (method: "upi" | "bank") => order({ payment: payment({ method }) });
  const { person, place } = open(way("upi"));
  await person.type(await screen.findByLabelText("UTR of your payment"), "4000");
  place(way("bank"));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Pay by bank transfer"));
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
});
