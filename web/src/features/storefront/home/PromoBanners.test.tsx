import { screen } from "@testing-library/react";
import { http } from "msw";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, server } from "@/shared/test/server";
import { PromoBanners } from "./PromoBanners";

it("leads to the product that it shows, not to one of a similar name", async () => {
  server.use(
    http.get("*/api/product/customer/", ({ request }) => {
      const search = new URL(request.url).searchParams.get("search") ?? "";
      const similar = product({ id: 31, name: "Maharani Royal Layered Set, small" });
      const meant = product({ id: 32, name: "Maharani Royal Layered Set" });
      return answer(search.startsWith("Maharani") ? [similar, meant] : [product({ id: 33, name: "Lakshmi Coin" })]);
    }),
  );
  renderWith(makeStore("customer"), <PromoBanners />);
  expect(await screen.findByRole("link", { name: /See the set/ })).toHaveAttribute("href", "/32");
  const kasu = screen.getByRole("link", { name: /Temple gold, coin by coin/ });
  expect(kasu).toHaveAccessibleName(/See all jewellery/);
  expect(kasu).toHaveAttribute("href", "/products");
});
