import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { refusal, server } from "@/shared/test/server";

const placed = { ...order(42, "Meera Joshi", [item(7, 42), item(8, 42, "packed")]), deliveryDate: "2026-11-26" };
const phoned = { ...order(41, "Arjun Nair", []), currentStatus: "phoned", totalQuantity: 1, totalAmount: 5000 };

test("orders are listed with their own fields, and lead to their pages", async () => {
  const asked = serveOrders([placed, phoned]);
  openAdmin("/admin/order");
  const row = await screen.findByRole("row", { name: /42 Meera Joshi.* 2 ₹2,57,040.00/ });
  expect(within(row).getByText("26 Nov 2026")).toBeInTheDocument();
  expect(within(row).getByRole("link", { name: "Order 42" })).toHaveAttribute("href", "/admin/orders/42");
  expect(asked.at(-1)?.get("sort")).toBe("newest");
  expect(screen.queryByRole("button", { name: /Delete/ })).not.toBeInTheDocument();
});

test("an order that is placed shows by itself among the others", async () => {
  serveOrders([phoned]);
  const { arrive } = openAdmin("/admin/order");
  await screen.findByRole("row", { name: /Arjun Nair/ });
  serveOrders([placed, phoned]);
  arrive("order.placed", placed);
  expect(await screen.findByRole("row", { name: /Meera Joshi/ })).toBeInTheDocument();
});

test("an order that is deleted goes by itself", async () => {
  serveOrders([placed, phoned]);
  const { arrive } = openAdmin("/admin/order");
  await screen.findByRole("row", { name: /Arjun Nair/ });
  serveOrders([placed]);
  arrive("order.deleted", { orderId: 41, customerId: 7 });
  await waitFor(() => expect(screen.queryByRole("row", { name: /Arjun Nair/ })).not.toBeInTheDocument());
  expect(screen.getByRole("row", { name: /Meera Joshi/ })).toBeInTheDocument();
});

test("a list that refuses its address leads to all rows, not to another try", async () => {
  serveOrders([placed]);
  server.use(
    http.get("*/api/order/", ({ request }) => {
      if (new URL(request.url).searchParams.get("status") === "zzz")
        return refusal(422, "Please check: status.", { errors: { status: "must be 'ordered'" } });
    }),
  );
  const { person } = openAdmin("/admin/order?status=zzz");
  expect(await screen.findByText("Please check: status must be 'ordered'.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
  await person.click(screen.getByRole("link", { name: "Show all orders" }));
  expect(await screen.findByRole("row", { name: /42 Meera Joshi/ })).toBeInTheDocument();
});
