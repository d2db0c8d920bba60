import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { product } from "@/shared/test/fixtures";
import { answer, refusal, server } from "@/shared/test/server";

let count: number | null;
let sent: unknown[];
let asked: URLSearchParams[];

const movement = (id: number, quantity: number, left: number, over = {}) => ({
  ...{ id, productId: 5, quantity, left, reason: "product_form", note: "", orderId: null, itemId: null },
  ...{ who: "Karthik Rao", at: "2026-11-20T10:15:00.000Z", ...over },
});

beforeEach(() => {
  serveOrders([]);
  count = 2;
  sent = [];
  asked = [];
  // biome-ignore lint/suspicious/noExplicitAny: JSON as it goes over the wire
  const row = (): any => ({ ...product(), stockQuantity: count, vendorName: "A", vendorId: 4 });
  server.use(
    http.get("*/api/product/", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return answer([row()]);
    }),
    http.get("*/api/category/", () => answer([])),
    http.get("*/api/stock/", () => {
      const order = movement(2, -3, 2, { reason: "order", orderId: 12, itemId: 30, who: null });
      const undone = movement(4, -1, 1, { reason: "undo", orderId: 9, itemId: 20 });
      return answer(count === null ? [] : [undone, order, movement(1, 2, 5), movement(0, 3, 3, { who: null })], {
        stockQuantity: count,
        waiting: 1,
      });
    }),
  );
});

async function openStock() {
  const portal = openAdmin("/admin/product");
  await portal.person.click(await screen.findByRole("button", { name: "Stock of Paithani Bridal Nath" }));
  return { ...portal, dialog: await screen.findByRole("dialog", { name: "Stock of Paithani Bridal Nath" }) };
}

test("the movements are shown, and a correction is sent with the count that was seen", async () => {
  server.use(
    http.post("*/api/stock/", async ({ request }) => {
      sent.push(await request.json());
      count = 4;
      return answer(movement(3, 2, 4, { reason: "correction" }));
    }),
  );
  const { person, dialog } = await openStock();
  expect(await within(dialog).findByRole("row", { name: /Order 12 −3 2 Shopper/ })).toBeInTheDocument();
  expect(within(dialog).getByRole("row", { name: /Order 9 Cancellation undone −1 1 Karthik Rao/ })).toBeInTheDocument();
  expect(within(dialog).getByRole("row", { name: /Product form \+3 3 The shop/ })).toBeInTheDocument();
  expect(within(dialog).getByRole("link", { name: "Order 12" })).toHaveAttribute("href", "/admin/orders/12");
  expect(within(dialog).getByText("1 shopper waits for it to be back in stock.")).toBeInTheDocument();
  await person.click(within(dialog).getByRole("button", { name: "Correct the count" }));
  expect(await within(dialog).findByText("Reason is required")).toBeInTheDocument();
  await person.type(within(dialog).getByLabelText("Pieces counted"), "4");
  await person.type(within(dialog).getByLabelText("Reason"), "Counted twice.");
  await person.click(within(dialog).getByRole("button", { name: "Correct the count" }));
  expect(await screen.findByText("Stock corrected")).toBeInTheDocument();
  expect(sent).toEqual([{ productId: 5, quantity: 4, reason: "Counted twice.", seen: 2 }]);
  expect(await within(dialog).findByText("4 pieces now")).toBeInTheDocument();
});

test("a count that changed meanwhile is refused, and shown anew", async () => {
  server.use(
    http.post("*/api/stock/", () => {
      count = 1;
      return refusal(409, "Paithani Bridal Nath has 1 pieces now, not 2. Please look at the count again.");
    }),
  );
  const { person, dialog } = await openStock();
  await within(dialog).findByText("2 pieces now");
  await person.type(within(dialog).getByLabelText("Pieces counted"), "4");
  await person.type(within(dialog).getByLabelText("Reason"), "Counted.");
  await person.click(within(dialog).getByRole("button", { name: "Correct the count" }));
  expect(await within(dialog).findByText(/has 1 pieces now, not 2/)).toBeInTheDocument();
  expect(await within(dialog).findByText("1 piece now")).toBeInTheDocument();
  expect(within(dialog).getByLabelText("Reason")).toHaveValue("Counted.");
});

test("a correction is sent with the count from when it was begun, though an order is shown meanwhile", async () => {
  server.use(
    http.post("*/api/stock/", async ({ request }) => {
      const body = (await request.json()) as { seen: number };
      sent.push(body.seen);
      return body.seen === count ? answer(movement(3, 1, 2)) : refusal(409, "There is 1 piece now, not 2.");
    }),
  );
  const { person, dialog, arrive } = await openStock();
  await within(dialog).findByText("2 pieces now");
  await person.type(within(dialog).getByLabelText("Pieces counted"), "2");
  count = 1;
  arrive("stock.changed", { entity: "product", id: 5, stockQuantity: 1 });
  expect(await within(dialog).findByText("1 piece now, 2 when you began")).toBeInTheDocument();
  await person.type(within(dialog).getByLabelText("Reason"), "Counted.");
  await person.click(within(dialog).getByRole("button", { name: "Correct the count" }));
  expect(await within(dialog).findByText("There is 1 piece now, not 2.")).toBeInTheDocument();
  expect(await within(dialog).findByText("1 piece now")).toBeInTheDocument();
  await person.click(within(dialog).getByRole("button", { name: "Correct the count" }));
  expect(await screen.findByText("Stock corrected")).toBeInTheDocument();
  expect(sent).toEqual([2, 1]);
});

test("a product that is not counted has no count to correct", async () => {
  count = null;
  const { dialog } = await openStock();
  expect(within(dialog).getByText(/are not counted/)).toBeInTheDocument();
  expect(within(dialog).queryByLabelText("Reason")).not.toBeInTheDocument();
});

test("the list is narrowed and sorted by stock, and follows an order", async () => {
  const { person, arrive } = openAdmin("/admin/product");
  expect(await screen.findByRole("row", { name: /active 2\s?, low/ })).toBeInTheDocument();
  await person.selectOptions(screen.getByRole("combobox", { name: "Pieces" }), "low");
  await waitFor(() => expect(asked.at(-1)?.get("stockLevel")).toBe("low"));
  await person.click(screen.getByRole("button", { name: "Stock" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("stockAsc"));
  count = 7;
  arrive("stock.changed", { entity: "product", id: 5, stockQuantity: 7 });
  expect(await screen.findByRole("row", { name: /active 7/ })).toBeInTheDocument();
});
