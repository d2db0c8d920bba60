import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { changeOf, item, openAdmin, order, serveOrders } from "@/app/admin/test/adminApp";
import { refusal, server } from "@/shared/test/server";

const placed = { ...order(42, "Meera Joshi", [item(7, 42), item(8, 42, "packed")]), deliveryDate: "2026-11-26" };
const phoned = { ...order(41, "Arjun Nair", []), currentStatus: "phoned", totalQuantity: 1, totalAmount: 5000 };

test("the items of an order follow it live; one that is not there says so", async () => {
  serveOrders([placed]);
  const { arrive, person } = openAdmin("/admin/order-items?orderId=42");
  const items = await screen.findByRole("table", { name: "Items of order 42" });
  expect(within(items).getByRole("row", { name: /Piece 8.*Packed/ })).toBeInTheDocument();
  arrive("order.status_changed", changeOf(item(8, 42, "packed"), "shipped"));
  expect(await within(items).findByText("Shipped")).toBeInTheDocument();
  server.use(http.get("*/api/order/", () => refusal(404, "There is no order 999.")));
  await person.clear(screen.getByLabelText("Order number"));
  await person.type(screen.getByLabelText("Order number"), "999{Enter}");
  expect(await screen.findByText("There is no order 999.")).toBeInTheDocument();
});

test("an order that is deleted while its items are shown is shown no more", async () => {
  serveOrders([phoned]);
  const { arrive } = openAdmin("/admin/order-items?orderId=41");
  await screen.findByText("Arjun Nair");
  server.use(http.get("*/api/order/", () => refusal(404, "There is no order 41.")));
  arrive("order.deleted", { orderId: 41, customerId: 7 });
  expect(await screen.findByText("There is no order 41.")).toBeInTheDocument();
  expect(screen.queryByText("Arjun Nair")).not.toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Edit Order" })).toBeDisabled();
});

test("order 1 is shown where the address names none", async () => {
  const asked = serveOrders([order(1, "Meera Joshi", [item(1, 1)])]);
  openAdmin("/admin/order-items");
  await waitFor(() => expect(asked.at(-1)?.get("id")).toBe("1"));
  expect(await screen.findByRole("row", { name: /Piece 1/ })).toBeInTheDocument();
});
