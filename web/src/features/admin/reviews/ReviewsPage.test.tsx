import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, test } from "vitest";
import { openAdmin, serveOrders } from "@/app/admin/test/adminApp";
import { answer, refusal, server } from "@/shared/test/server";

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

test("says that the next page could not be loaded, with the focus on the button", async () => {
  serveOrders([]);
  let isAway = true;
  server.use(
    http.get("*/api/review/", ({ request }) => {
      if (!new URL(request.url).searchParams.has("cursor"))
        return answer([review], { counts: { all: 2, photos: 0, hidden: 0 }, nextCursor: "3" });
      return isAway ? refusal(503, "Away.") : answer([{ ...review, id: 2, title: "A gift" }]);
    }),
  );
  const { person } = openAdmin("/admin/reviews");
  const button = await screen.findByRole("button", { name: "Load more" });
  await person.click(button);
  expect(await screen.findByRole("alert")).toHaveTextContent("More reviews could not be loaded. Please try again.");
  expect(button).toHaveFocus();
  isAway = false;
  await person.click(button);
  expect(await screen.findByRole("heading", { name: "A gift" })).toBeInTheDocument();
});
