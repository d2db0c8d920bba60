import { screen } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes, useLocation } from "react-router";
import { expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import type { Order } from "@/shared/api/types";
import { asha, lines, order, orderItem } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { OrderConfirmPage } from "./OrderConfirmPage";

const user = { ...asha, email: "asha@swarna.example" };

function Place() {
  const { pathname, hash } = useLocation();
  return <h1>{pathname + hash}</h1>;
}

function show(payment: object, over: Partial<Order> = {}, returnDays = 30) {
  const placed = order({ id: 40, ...over });
  server.use(
    http.get("*/api/order/", () => answer(lines({ ...placed, payment: { ...placed.payment, ...payment } }))),
    http.get("*/api/shop/", () => answer({ methods: [], returnDays, hasTaxInvoices: true })),
  );
  renderWith(
    makeStore("customer"),
    <Routes>
      <Route path="/order-confirm" element={<OrderConfirmPage user={user as never} />} />
      <Route path="/my-orders" element={<Place />} />
    </Routes>,
    "/order-confirm?order=40",
  );
}

it("thanks for a paid order and says what happens next", async () => {
  show({ method: "online", status: "paid", paid: 92_534, due: 0 });
  expect(await screen.findByText("Payment received")).toBeInTheDocument();
  expect(screen.getByText(/Order 40 is paid, and set aside for you\./)).toBeInTheDocument();
  expect(screen.getByText("Ordered and paid")).toBeInTheDocument();
  expect(await screen.findByText(/with your tax invoice/)).toBeInTheDocument();
  expect(screen.getByText("A confirmation is on its way to asha@swarna.example.")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Pay now" })).toBeNull();
});

it("leads to the payment of an order that is not paid, and promises nothing before", async () => {
  show({ method: "bank", status: "due", due: 92_534, reference: "SW40", expiresAt: "2026-11-27T06:00:00.000Z" });
  expect(await screen.findByText("Order placed")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Pay now" })).toHaveAttribute("href", "/my-orders/40/pay");
  expect(screen.getByText(/To be paid until .*, reference SW40/)).toBeInTheDocument();
  expect(screen.getByText(/^As soon as it is paid\./)).toBeInTheDocument();
  expect(screen.queryByText(/set aside/)).toBeNull();
});

it("asks nobody to pay again while the payment is checked", async () => {
  show({ method: "upi", status: "claimed", due: 92_534 });
  expect(await screen.findByText("We are checking")).toBeInTheDocument();
  expect(screen.queryByText("To pay")).toBeNull();
  expect(screen.queryByRole("link", { name: "Pay now" })).toBeNull();
});

it("stays the confirmation of a payment of which a part went back for a cancelled piece", async () => {
  const items = [orderItem(), orderItem({ id: 71, itemId: 71, status: "cancelled" })];
  show({ method: "online", status: "part_refunded", paid: 92_534, refunded: 46_000, due: 0 }, { items });
  expect(await screen.findByText("Payment received")).toBeInTheDocument();
  expect(screen.getByText("Paid online").nextElementSibling).toHaveTextContent("₹92,534.00");
  expect(screen.getByText("Ordered and paid")).toBeInTheDocument();
});

it("says in words that a payment failed", async () => {
  show({ method: "online", status: "failed", due: 92_534 });
  expect(await screen.findByText("The payment did not go through. Nothing was charged.")).toBeInTheDocument();
});

it("is shown where the browser stores nothing", async () => {
  const blocked = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  });
  show({ method: "online", status: "paid", paid: 92_534, due: 0 });
  expect(await screen.findByText("Payment received")).toBeInTheDocument();
  blocked.mockRestore();
});

it("leads to My Orders where the order was cancelled", async () => {
  show({ method: "cod", status: "cancelled", due: 0 }, { items: [orderItem({ status: "cancelled" })] });
  expect(await screen.findByRole("heading", { name: "/my-orders#order-40" })).toBeInTheDocument();
});

it.each([
  [30, "In 3 to 5 days. From then you have 30 days to return it."],
  [1, "In 3 to 5 days. From then you have 1 day to return it."],
  [0, "In 3 to 5 days."],
])("says of %i days in which a piece can be returned: %s", async (days, sentence) => {
  show({ method: "cod", status: "due" }, {}, days);
  await screen.findByText(/with your tax invoice/);
  expect(screen.getByText(/^In 3 to 5 days\./)).toHaveTextContent(new RegExp(`^${sentence}$`));
});
