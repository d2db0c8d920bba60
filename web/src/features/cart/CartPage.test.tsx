import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import type { CartLine } from "@/shared/api/types";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha, cartLine, product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { CartButton } from "./CartButton";
import { CartPage } from "./CartPage";

function inCart(...rows: CartLine[]) {
  server.use(http.get("*/api/cart/", () => HttpResponse.json(rows as never)));
}
function show() {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  return renderWith(
    store,
    <>
      <CartPage user={asha} />
      <Toasts />
    </>,
  );
}
const quantity = () => screen.getByRole("group", { name: /^Quantity/ }).querySelector("[role=status]")?.textContent;

describe("the cart", () => {
  it("sums price times quantity", async () => {
    inCart(cartLine({ quantity: 2 }));
    show();
    expect(await screen.findByText("2 pieces")).toBeInTheDocument();
    expect(screen.getAllByText("₹1,85,066.00").length).toBe(2);
  });

  it("shows a new quantity at once, and the old one again when it is refused", async () => {
    inCart(cartLine());
    server.use(http.post("*/api/cart/", () => refusal(500, "")));
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "One more" }));
    expect(await screen.findByText("Failed to update quantity")).toBeInTheDocument();
    await waitFor(() => expect(quantity()).toBe("1"));
  });

  it("keeps to 1 to 10", async () => {
    inCart(cartLine({ quantity: 10 }));
    show();
    expect(await screen.findByRole("button", { name: "One more" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "One less" })).toBeEnabled();
  });

  it("asks before it removes", async () => {
    inCart(cartLine());
    server.use(http.delete("*/api/cart/", () => answer(null)));
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Remove Paithani Bridal Nath" }));
    expect(await screen.findByText("Are you sure you want to remove this product?")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Your Shopping Cart is Empty!")).toBeInTheDocument();
    expect(screen.getByText("Item removed from cart")).toBeInTheDocument();
  });

  it("does not check out what is out of stock", async () => {
    inCart(cartLine({ product: product({ stockAvailability: "no" }) }));
    show();
    expect(await screen.findByText("Remove what is out of stock to check out.")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Check Out" })).not.toBeInTheDocument();
  });
});

describe("Add To Cart", () => {
  it("becomes Go To Cart once the piece is there", async () => {
    inCart();
    server.use(http.post("*/api/cart/", () => answer(cartLine() as never)));
    const store = makeStore("customer");
    store.dispatch(shopperSignedIn(asha));
    const { person } = renderWith(
      store,
      <>
        <CartButton product={product()} />
        <Toasts />
      </>,
    );
    await person.click(screen.getByRole("button", { name: /^Add To Cart/ }));
    expect(await screen.findByRole("link", { name: "Go To Cart" })).toHaveAttribute("href", "/shopping-cart");
    expect(screen.getByText("Product added to cart")).toBeInTheDocument();
  });
});
