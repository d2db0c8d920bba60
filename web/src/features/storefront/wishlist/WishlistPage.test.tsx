import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { AddToCartButton } from "@/features/storefront/cart/AddToCartButton";
import type { SizeOut } from "@/shared/api/schema";
import type { WishlistEntry } from "@/shared/api/types";
import { addToWishlist } from "@/shared/api/wishlist";
import { WishlistButton } from "@/shared/product/WishlistButton";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha, product, wishlistEntry } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { WishlistPage } from "./WishlistPage";

const sizes = (...labels: string[]): SizeOut[] =>
  labels.map((label) => ({
    label,
    diameter: 16.6,
    length: null,
    weight: 6,
    grossWeight: null,
    makingCharge: 12_890,
    wastageCharge: 3790,
    metalValue: 71_112,
    mrp: 87_792,
    ornamentPrice: 87_792,
    stockAvailability: "yes",
    stockLeft: null,
    isDefault: label === labels[0],
  }));
function wished(...entries: WishlistEntry[]) {
  server.use(
    http.get("*/api/wishlist/", () => HttpResponse.json(entries as never)),
    http.get("*/api/cart/", () => HttpResponse.json([])),
    http.get("*/api/product/customer/", () =>
      answer([product(), product({ id: 11, name: "Kalyani Ruby Choker" })], { total: 2, nextCursor: null }),
    ),
  );
}
function signedIn() {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  return store;
}
function show(store = signedIn()) {
  return renderWith(
    store,
    <>
      <WishlistPage user={asha} Action={AddToCartButton} />
      <Toasts />
    </>,
  );
}
function showHeart(store = signedIn()) {
  return renderWith(
    store,
    <>
      <WishlistButton product={product()} className="heart" />
      <Toasts />
    </>,
  );
}
const heart = () => screen.getByRole("button", { name: "Wishlist, Paithani Bridal Nath" });

describe("the wishlist", () => {
  it("says when it is empty", async () => {
    wished();
    show();
    expect(await screen.findByText("Your wishlist is empty.")).toBeInTheDocument();
  });

  it("shows its pieces, each with a way into the cart, and lets one go", async () => {
    wished(wishlistEntry());
    server.use(http.delete("*/api/wishlist/", () => answer(null)));
    const { person } = show();
    expect(await screen.findByRole("link", { name: "Paithani Bridal Nath" })).toHaveAttribute("href", "/5");
    expect(screen.getByRole("button", { name: "Add To Cart, Paithani Bridal Nath" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Remove Paithani Bridal Nath from the wishlist" }));
    expect(await screen.findByText("Removed from wishlist")).toBeInTheDocument();
    expect(await screen.findByText("Your wishlist is empty.")).toBeInTheDocument();
  });

  it("is followed by other pieces while it is short", async () => {
    wished(wishlistEntry());
    const { unmount } = show();
    expect(await screen.findByRole("heading", { name: "You may also like" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Kalyani Ruby Choker" })).toBeInTheDocument();
    expect(screen.getAllByRole("link", { name: "Paithani Bridal Nath" })).toHaveLength(1);
    unmount();
    wished(...[5, 6, 7, 8].map((id) => wishlistEntry({ wishlistId: id, product: product({ id }) })));
    show();
    await waitFor(() => expect(screen.getAllByRole("link", { name: "Paithani Bridal Nath" })).toHaveLength(4));
    expect(screen.queryByRole("heading", { name: "You may also like" })).not.toBeInTheDocument();
  });

  it("shows a piece in the size that was put there last, in its place", async () => {
    const inSize = (size: string, weight: number) =>
      wishlistEntry({ size, weight, product: product({ weight, sizes: sizes("12", "14") }) });
    wished(
      wishlistEntry({ wishlistId: 22, productId: 6, product: product({ id: 6, name: "Jhumka" }) }),
      inSize("12", 6),
    );
    server.use(http.post("*/api/wishlist/", () => answer(inSize("14", 6.5) as never)));
    const store = signedIn();
    show(store);
    expect(await screen.findByText(/size 12/)).toHaveTextContent("22k gold, size 12, 6.00 gm");
    await act(() => store.dispatch(addToWishlist.initiate({ customerId: asha.id, productId: 5, size: "14" })));
    expect(screen.getByText(/size 14/)).toHaveTextContent("22k gold, size 14, 6.50 gm");
    expect(screen.queryByText(/size 12/)).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Paithani Bridal Nath" })).toHaveAttribute("href", "/5?size=14");
    const names = screen.getAllByRole("link", { name: /^(Jhumka|Paithani Bridal Nath)$/ });
    expect(names.map(({ textContent }) => textContent)).toEqual(["Jhumka", "Paithani Bridal Nath"]);
  });

  it("offers to choose another size when the wished one is gone", async () => {
    wished(
      wishlistEntry({ size: "16", product: product({ sizes: sizes("12", "14") }) }),
      wishlistEntry({ wishlistId: 22, size: "16", product: product({ id: 6, name: "Jhumka" }) }),
    );
    show();
    const choose = await screen.findByRole("link", { name: "Choose size, Paithani Bridal Nath" });
    expect(choose).toHaveAttribute("href", "/5");
    expect(screen.getByRole("link", { name: "Paithani Bridal Nath" })).toHaveAttribute("href", "/5");
    expect(screen.getByRole("button", { name: "Add To Cart, Jhumka" })).toBeInTheDocument();
    expect(screen.queryByText(/size 16/)).not.toBeInTheDocument();
  });

  it("keeps a piece that could not be removed", async () => {
    wished(wishlistEntry());
    server.use(http.delete("*/api/wishlist/", () => refusal(500, "")));
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: /^Remove/ }));
    expect(await screen.findByText("Failed to remove from wishlist")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Paithani Bridal Nath" })).toBeInTheDocument();
  });

  it("says when it cannot be loaded", async () => {
    server.use(http.get("*/api/wishlist/", () => refusal(500, "")));
    show();
    expect(await screen.findByText("Failed to load wishlist")).toBeInTheDocument();
  });
});

describe("the wishlist button", () => {
  it("puts a piece on the wishlist and takes it off", async () => {
    wished();
    server.use(
      http.post("*/api/wishlist/", () => answer(wishlistEntry() as never)),
      http.delete("*/api/wishlist/", () => answer(null)),
    );
    const { person } = showHeart();
    await waitFor(() => expect(heart()).toHaveAttribute("aria-pressed", "false"));
    await person.click(heart());
    expect(await screen.findByText("Added to wishlist")).toBeInTheDocument();
    await waitFor(() => expect(heart()).toHaveAttribute("aria-pressed", "true"));
    await person.click(heart());
    expect(await screen.findByText("Removed from wishlist")).toBeInTheDocument();
    await waitFor(() => expect(heart()).toHaveAttribute("aria-pressed", "false"));
  });

  it("follows each press while the list is loading, and keeps it when an older list arrives", async () => {
    const { opened: loaded, open: load } = latch();
    server.use(
      http.get("*/api/wishlist/", async () => {
        await loaded;
        return HttpResponse.json([]);
      }),
      http.post("*/api/wishlist/", () => answer(wishlistEntry() as never)),
      http.delete("*/api/wishlist/", () => answer(null)),
    );
    const store = signedIn();
    const { person } = showHeart(store);
    for (const [text, isOn] of [
      ["Added to wishlist", "true"],
      ["Removed from wishlist", "false"],
      ["Added to wishlist", "true"],
    ] as const) {
      const before = screen.queryAllByText(text).length;
      await person.click(heart());
      await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(before + 1));
      expect(heart()).toHaveAttribute("aria-pressed", isOn);
    }
    load();
    await waitFor(() => expect(Object.values(store.getState().api.queries)[0]?.status).toBe("fulfilled"));
    await waitFor(() => expect(heart()).toHaveAttribute("aria-pressed", "true"));
  });

  it("says why it is refused", async () => {
    wished();
    const full = "Your wishlist has 200 pieces already. Please remove one first.";
    server.use(http.post("*/api/wishlist/", () => refusal(409, full)));
    const { person } = showHeart();
    await person.click(heart());
    expect(await screen.findByText(full)).toBeInTheDocument();
  });

  it("goes back when it is refused", async () => {
    wished();
    server.use(http.post("*/api/wishlist/", () => refusal(500, "")));
    const { person } = showHeart();
    await person.click(heart());
    expect(await screen.findByText("Failed to update wishlist")).toBeInTheDocument();
    await waitFor(() => expect(heart()).toHaveAttribute("aria-pressed", "false"));
  });
});
