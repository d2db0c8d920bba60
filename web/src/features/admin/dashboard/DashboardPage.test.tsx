import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { admin, changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import type { Order } from "@/shared/api/types";
import { answer, refusal, server } from "@/shared/test/server";

const first = item(1, 1058);
const placedToday = () => ({
  ...order(1058, "Meera Joshi", [first, item(2, 1058, "packed")]),
  orderedDate: new Date().toISOString(),
});

beforeEach(() => server.use(http.get("*/api/product/", () => answer([]))));

const stat = (label: string) => {
  const value = screen.getByText(label).nextElementSibling;
  if (!(value instanceof HTMLElement)) throw new Error(`${label} has no value`);
  return within(value);
};

test("the day's figures, what is on its way and the newest orders", async () => {
  serveOrders([placedToday()]);
  openAdmin("/admin/dashboard");
  expect(await screen.findByRole("heading", { name: "Welcome to the Administrative portal" })).toBeInTheDocument();
  await screen.findByRole("link", { name: "1058" });
  expect(await stat("Orders today").findByText("1")).toBeInTheDocument();
  expect(screen.getByText("Orders today").nextElementSibling).toHaveTextContent("1 more than yesterday by now");
  expect(stat("Sales today").getByText("₹2,57,040.00")).toBeInTheDocument();
  expect(stat("Waiting for a status").getByText("1")).toBeInTheDocument();
  expect(
    screen.getByRole("row", { name: /1058.*Piece 1 and 1 more Meera Joshi just now ₹2,57,040.00/ }),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: /Ordered/ })).toHaveAttribute(
    "href",
    "/admin/order-management?status=ordered&sort=oldest",
  );
});

test("a new order and a changed status show without a reload", async () => {
  const orders: Order[] = [placedToday()];
  serveOrders(orders);
  const { arrive } = openAdmin("/admin/dashboard");
  await screen.findByRole("link", { name: "1058" });
  const placed = { ...order(1059, "Fatima Sheikh", [item(9, 1059)]), orderedDate: new Date().toISOString() };
  orders.unshift(placed);
  arrive("order.placed", placed);
  expect(await screen.findByText("Fatima Sheikh")).toBeInTheDocument();
  expect(await stat("Orders today").findByText("2")).toBeInTheDocument();
  expect(stat("Waiting for a status").getByText("2")).toBeInTheDocument();
  orders[1] = order(1058, "Meera Joshi", [item(1, 1058, "shipped"), item(2, 1058, "packed")]);
  arrive("order.status_changed", changeOf(first, "shipped", { changedBy: "Priya Menon" }));
  expect(await stat("Waiting for a status").findByText("1")).toBeInTheDocument();
});

test("the sign-in opens it, and it reports what could not be loaded", async () => {
  serveOrders([]);
  server.use(
    http.post("*/api/admin/login/", () => answer(admin)),
    http.get("*/api/order/", () => refusal(503, "")),
  );
  const { person } = openAdmin("/admin/login", { signedIn: false });
  await person.type(await screen.findByLabelText(/User id/), "karthik@swarna.test");
  await person.type(screen.getByLabelText("Password"), "Secret@2026");
  await person.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("heading", { name: "Error in fetching" })).toBeInTheDocument();
  serveOrders([placedToday()]);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Meera Joshi")).toBeInTheDocument();
});

test("a product of which one size is sold out is low in stock, and the size is named", async () => {
  serveOrders([]);
  const sizes = [0, 1, 5].map((stockQuantity, place) => ({ label: String(12 + 2 * place), stockQuantity }));
  const ring = { id: 5, code: "RG-1", name: "Sized Ring", stockQuantity: 6, sizes };
  server.use(http.get("*/api/product/", () => answer([ring, { ...ring, id: 6, stockQuantity: 0, sizes: [] }])));
  openAdmin("/admin/dashboard");
  expect(
    await screen.findByRole("link", { name: "Sized Ring RG-1 size 12: none, size 14: 1 left" }),
  ).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Sized Ring RG-1 none" })).toBeInTheDocument();
});
