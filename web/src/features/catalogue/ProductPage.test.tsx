import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { Route, Routes } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { CartButton } from "@/features/cart/CartButton";
import type { ProductImage } from "@/shared/api/types";
import { selectRecentlySeen } from "@/shared/session/memorySlice";
import { product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { ProductPage } from "./ProductPage";

const image = (id: number): ProductImage => ({
  id,
  productId: 5,
  type: "gallery",
  imageUrl: `/media/${id}.webp`,
  status: "ready",
  width: 1000,
  height: 1000,
  placeholder: null,
  renditions: [],
});
const nath = product({ images: [1, 2, 3, 4, 5].map(image) });
const ring = product({ id: 8, name: "Leaf Ring", images: [1, 2, 3, 4, 5].map(image) });

beforeEach(() => {
  server.use(
    http.get("*/api/product/customer/", ({ request }) => {
      const id = new URL(request.url).searchParams.get("id");
      if (id === null) return answer([nath, ring] as never);
      const found = [nath, ring].find((piece) => String(piece.id) === id);
      return found ? answer(found as never) : refusal(404, "Invalid product");
    }),
  );
});

function show(path: string) {
  const store = makeStore("customer");
  const page = (
    <Routes>
      <Route path=":id" element={<ProductPage Action={CartButton} notFound={<p>Not in the shop</p>} />} />
    </Routes>
  );
  return { store, ...renderWith(store, page, path) };
}

describe("the product page", () => {
  it("says where a piece is not in the shop", async () => {
    show("/77");
    expect(await screen.findByText("Not in the shop")).toBeInTheDocument();
  });

  it("zooms into its pictures and turns them", async () => {
    const { person } = show("/5");
    await person.click(await screen.findByRole("button", { name: "Zoom" }));
    const zoom = await screen.findByRole("dialog", { name: "Pictures of Paithani Bridal Nath" });
    await person.click(within(zoom).getByRole("button", { name: "Next picture" }));
    expect(within(zoom).getByRole("status")).toHaveTextContent("2 / 5");
    await person.click(within(zoom).getByRole("button", { name: "Larger" }));
    expect(within(zoom).getByRole("button", { name: "Smaller" })).toBeInTheDocument();
  });

  it("offers a quick view of others, with at most four thumbnails", async () => {
    const { person } = show("/5");
    await person.click(await screen.findByRole("button", { name: "Quick view, Leaf Ring" }));
    const quick = await screen.findByRole("dialog", { name: "Leaf Ring" });
    expect(within(quick).getAllByRole("button", { name: /^View \d of 4$/ })).toHaveLength(4);
    expect(within(quick).getByRole("button", { name: "Add To Cart, Leaf Ring" })).toBeInTheDocument();
  });

  it("remembers what was seen before", async () => {
    window.localStorage["persist:root"] = JSON.stringify({ recentlySeen: '[8,77,"x"]' });
    const store = show("/5").store;
    const seen = (await screen.findByRole("heading", { name: "Recently seen" })).parentElement as HTMLElement;
    expect(await within(seen).findByRole("link", { name: "Leaf Ring" })).toBeInTheDocument();
    expect(selectRecentlySeen(store.getState())).toEqual([5, 8, 77]);
  });
});
