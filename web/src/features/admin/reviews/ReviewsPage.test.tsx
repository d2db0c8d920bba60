import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, server } from "@/shared/test/server";

const review = {
  id: 3,
  productId: 5,
  rating: 4,
  title: "Light to wear",
  text: "It came before Diwali.",
  name: "Asha Verma",
  date: "2026-11-20T05:00:00.000Z",
  editedAt: null,
  helpful: 0,
  isMarked: false,
  photos: [],
  status: "shown",
  hiddenReason: "",
  version: 1,
  customerId: 7,
  productName: "Paithani Bridal Nath",
};

test("a review leads to its product in the shop, in another tab", async () => {
  serveOrders([]);
  server.use(http.get("*/api/review/", () => answer([review], { counts: { all: 1, photos: 0, hidden: 0 } })));
  openAdmin("/admin/reviews");
  const link = await screen.findByRole("link", { name: "Paithani Bridal Nath" });
  expect(link).toHaveAttribute("href", "/5");
  expect(link).toHaveAttribute("target", "_blank");
});
