import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, server } from "@/shared/test/server";

test("every filled cart is listed and can be looked into", async () => {
  serveOrders([]);
  const cart = { customerId: 7, name: "Asha Verma", email: "asha@swarna.example", phone: "1", products: 2, pieces: 3 };
  server.use(
    http.get("*/api/cart/", ({ request }) =>
      new URL(request.url).searchParams.has("custId")
        ? HttpResponse.json([])
        : answer([{ ...cart, amount: 229_500, addedAt: "2026-11-20T05:00:00.000Z" }]),
    ),
  );
  const { person } = openAdmin("/admin/cart");
  expect(
    await screen.findByRole("row", { name: /Asha Verma asha@ ?swarna.example 1 2 3 ₹2,29,500.00/ }),
  ).toBeInTheDocument();
  await person.click(screen.getByRole("button", { name: "View Cart of Asha Verma" }));
  expect(await screen.findByText("The cart of Asha Verma is empty.")).toBeInTheDocument();
});
