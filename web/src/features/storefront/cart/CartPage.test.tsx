import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import type { CartLine } from "@/shared/api/types";
import { emptyHistory, historyLoaded } from "@/shared/session/localHistorySlice";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha, cartLine, product, wishlistEntry } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { AddToCartButton } from "./AddToCartButton";
import { CartPage } from "./CartPage";

function inCart(...rows: CartLine[]) {
  server.use(
    http.get("*/api/cart/", () => HttpResponse.json(rows as never)),
    http.get("*/api/product/customer/", () => answer([], { total: 0, nextCursor: null })), // suggestions
  );
}
function show(ui = <CartPage user={asha} />) {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  const page = (
    <>
      {ui}
      <Toasts />
    </>
  );
  return { store, ...renderWith(store, page) };
}
const quantity = () => screen.getByRole("group", { name: /^Quantity/ }).querySelector("[role=status]")?.textContent;

describe("the cart", () => {
  it("sums price times quantity", async () => {
    inCart(cartLine({ quantity: 2 }));
    show();
    expect(await screen.findByText("2 pieces")).toBeInTheDocument();
    expect(screen.getAllByText("₹1,85,066.00").length).toBe(2);
  });

  it("leads to the page of a piece in the size that is in the cart", async () => {
    inCart(cartLine({ size: "18 in" }), cartLine({ cartId: 12, product: product({ name: "Jhumka" }) }));
    show();
    expect(await screen.findByRole("link", { name: "Paithani Bridal Nath" })).toHaveAttribute(
      "href",
      "/5?size=18%20in",
    );
    expect(screen.getByRole("link", { name: "Jhumka" })).toHaveAttribute("href", "/5");
  });

  it("shows a new quantity at once, and reverts it when it is refused", async () => {
    inCart(cartLine());
    server.use(http.post("*/api/cart/", () => refusal(500, "")));
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "One more" }));
    expect(await screen.findByText("Failed to update quantity")).toBeInTheDocument();
    await waitFor(() => expect(quantity()).toBe("1"));
  });

  it("sends one change at a time, and what was wanted meanwhile as one", async () => {
    inCart(cartLine());
    const sent: number[] = [];
    const { opened: first, open: arrive } = latch();
    server.use(
      http.post("*/api/cart/", async ({ request }) => {
        const body = (await request.json()) as { quantity: number };
        sent.push(body.quantity);
        await first;
        return answer(cartLine(body) as never);
      }),
    );
    const { person } = show();
    const more = await screen.findByRole("button", { name: "One more" });
    for (let click = 0; click < 4; click += 1) await person.click(more);
    expect(quantity()).toBe("5");
    expect(sent).toEqual([2]);
    arrive();
    expect(await screen.findAllByText("Quantity updated")).toHaveLength(1);
    expect(sent).toEqual([2, 5]);
    expect(quantity()).toBe("5");
  });

  it("shows one toast for quick changes", async () => {
    inCart(cartLine());
    server.use(
      http.post("*/api/cart/", async ({ request }) => answer(cartLine((await request.json()) as CartLine) as never)),
    );
    show();
    const more = await screen.findByRole("button", { name: "One more" });
    // The timing of the changes must not depend on the machine.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    for (let click = 2; click < 6; click += 1) {
      fireEvent.click(more);
      await vi.waitFor(() => expect(quantity()).toBe(String(click)), { timeout: 30_000, interval: 1 });
    }
    expect(screen.queryByText("Quantity updated")).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1300));
    expect(screen.getAllByText("Quantity updated")).toHaveLength(1);
    vi.useRealTimers();
  });

  it("keeps to 1 to 10", async () => {
    inCart(cartLine({ quantity: 10 }));
    show();
    expect(await screen.findByRole("button", { name: "One more" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("button", { name: "One less" })).toHaveAttribute("aria-disabled", "false");
  });

  it("keeps the focus on the button that has reached a limit, and sends no more", async () => {
    inCart(cartLine({ quantity: 2 }));
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/cart/", async ({ request }) => {
        sent.push(await request.json());
        return answer(cartLine() as never);
      }),
    );
    const { person } = show();
    const less = await screen.findByRole("button", { name: "One less" });
    less.focus();
    await person.keyboard("{Enter}");
    await waitFor(() => expect(quantity()).toBe("1"));
    // Browsers take the focus from a disabled button.
    expect(less).toBeEnabled();
    expect(less).toHaveFocus();
    await person.keyboard("{Enter}");
    expect(quantity()).toBe("1");
    expect(sent).toHaveLength(1);
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

  it("puts back what was taken out", async () => {
    const later = cartLine({ cartId: 12, productId: 6, product: product({ id: 6, name: "Jhumka" }) });
    inCart(cartLine({ quantity: 3 }), later);
    let body: unknown;
    server.use(
      http.delete("*/api/cart/", () => answer(null)),
      http.post("*/api/cart/", async ({ request }) => {
        body = await request.json();
        return answer(cartLine({ quantity: 3 }) as never);
      }),
    );
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Remove Paithani Bridal Nath" }));
    await person.click(await screen.findByRole("button", { name: "Remove" }));
    const undo = await screen.findByRole("button", { name: "Undo, put Paithani Bridal Nath back" });
    await waitFor(() => expect(undo).toHaveFocus());
    await person.click(undo);
    expect(await screen.findByText("4 pieces")).toBeInTheDocument();
    expect(screen.getByText("Item put back in cart")).toBeInTheDocument();
    expect(screen.queryByText("Product added to cart")).not.toBeInTheDocument();
    const names = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(names.slice(0, 2)).toEqual(["Paithani Bridal Nath", "Jhumka"]);
    expect(undo).not.toBeInTheDocument();
    expect(body).toEqual({ customerId: asha.id, productId: 5, quantity: 3, restores: 11 });
  });

  it("moves a piece to the wishlist", async () => {
    inCart(cartLine());
    server.use(
      http.post("*/api/wishlist/", () => answer(wishlistEntry() as never)),
      http.delete("*/api/cart/", () => answer(null)),
    );
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Move to wishlist, Paithani Bridal Nath" }));
    expect(await screen.findByText("Added to wishlist")).toBeInTheDocument();
    expect(await screen.findByText("Your Shopping Cart is Empty!")).toBeInTheDocument();
  });

  it("explains line by line what a new gold rate changed, until the shopper has taken note", async () => {
    inCart(cartLine({ quantity: 2 }));
    const { store, person } = show();
    await screen.findByText("2 pieces");
    inCart(cartLine({ quantity: 2, product: product({ goldRate: 11_952, ornamentPrice: 93_173 }) }));
    store.dispatch(api.util.invalidateTags(["Cart"]));
    expect(await screen.findByText(/^Was/, { selector: ".moved-why" })).toHaveTextContent(
      "Was ₹92,533.00, now ₹640.00 more, because the gold rate went from ₹11,852.00 to ₹11,952.00 /gm.",
    );
    const notice = screen.getByText(/Prices have moved/).closest("[role=status]") as HTMLElement;
    expect(notice).toHaveTextContent("Your cart came to ₹1,85,066.00 and is now ₹1,86,346.00.");
    await person.click(within(notice).getByRole("button", { name: "Got it" }));
    expect(screen.queryByText(/^Was/, { selector: ".moved-why" })).not.toBeInTheDocument();
    expect(notice).toBeEmptyDOMElement();
  });

  it("goes on knowing the prices that it shows when another tab's writing took them away", async () => {
    inCart(cartLine());
    const { store } = show();
    await screen.findByRole("group", { name: /^Quantity/ });
    act(() => void store.dispatch(historyLoaded(emptyHistory)));
    inCart(cartLine({ product: product({ goldRate: 11_952, ornamentPrice: 93_173 }) }));
    store.dispatch(api.util.invalidateTags(["Cart"]));
    expect(await screen.findByText(/Prices have moved/)).toBeInTheDocument();
  });

  it("does not check out what is out of stock", async () => {
    inCart(cartLine({ product: product({ stockAvailability: "no" }) }));
    show();
    expect(await screen.findByText("Remove what is out of stock to check out.")).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Check Out" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Check Out" })).toBeDisabled();
  });

  it("does not check out more pieces than are left", async () => {
    inCart(cartLine({ quantity: 3, product: product({ stockLeft: 2 }) }));
    const { store } = show();
    expect(await screen.findByText("Only 2 left")).toBeInTheDocument();
    expect(screen.getByText(/^Only 2 of .* are left: order fewer to check out\.$/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Check Out" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "One more" })).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByRole("button", { name: "One less" })).toHaveAttribute("aria-disabled", "false");
    inCart(cartLine({ quantity: 2, product: product({ stockLeft: 2 }) }));
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    expect(await screen.findByRole("link", { name: "Check Out" })).toBeInTheDocument();
  });

  it("counts only what can be ordered, until the rest is in stock again", async () => {
    const lines = (stockAvailability: "yes" | "no") => [
      cartLine(),
      cartLine({ cartId: 12, productId: 6, product: product({ id: 6, name: "Jhumka", stockAvailability }) }),
    ];
    inCart(...lines("no"));
    const { store } = show();
    const details = await screen.findByRole("complementary", { name: "Price details" });
    expect(within(details).getByText("Total").parentElement).toHaveTextContent("Total₹92,533.00");
    expect(details).toHaveTextContent("Out of stock: Jhumka.");
    expect(screen.getByText("Not in the total")).toBeInTheDocument();
    inCart(...lines("yes"));
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    expect(await screen.findByRole("link", { name: "Check Out" })).toBeInTheDocument();
    expect(within(details).getByText("Total").parentElement).toHaveTextContent("Total₹1,85,066.00");
  });
});

describe("a piece in sizes", () => {
  const label = (text: string) => ({
    ...{ label: text, diameter: null, length: null, weight: 6.4, isDefault: text === "12" },
    ...{ stockAvailability: "yes", stockLeft: null, ornamentPrice: 92_533 },
  });
  const ring = product({ name: "Lotus Ring", sizes: ["12", "14", "16"].map(label) as never });
  const ofSize = (size: string, over: Partial<CartLine> = {}) => cartLine({ size, product: ring, ...over });

  it("goes on offering its sizes while a change is sent, and sends the last choice alone", async () => {
    inCart(ofSize("12"));
    const sent: string[] = [];
    const { opened: answered, open: arrive } = latch();
    server.use(
      http.post("*/api/cart/", async ({ request }) => {
        const { size } = (await request.json()) as { size: string };
        sent.push(size);
        await answered;
        return answer(ofSize(size) as never);
      }),
    );
    const { person } = show();
    const select = await screen.findByLabelText(/^Size of Lotus Ring/);
    await person.selectOptions(select, "14");
    await person.selectOptions(select, "16");
    expect(select).toHaveValue("16");
    await waitFor(() => expect(sent).toEqual(["16"]));
    expect(select).toBeEnabled();
    expect(select).toHaveFocus();
    inCart(ofSize("16"));
    arrive();
    expect(await screen.findByText("Size changed")).toBeInTheDocument();
    expect(select).toHaveValue("16");
    expect(sent).toEqual(["16"]);
  });

  it("sends a choice at once when the focus leaves it, and shows the earlier size where it is refused", async () => {
    inCart(ofSize("12"));
    server.use(http.post("*/api/cart/", () => refusal(409, "Out of stock in this size.")));
    const { person } = show();
    const select = await screen.findByLabelText(/^Size of Lotus Ring/);
    await person.selectOptions(select, "14");
    await person.tab();
    expect(await screen.findByText("Failed to change the size")).toBeInTheDocument();
    await waitFor(() => expect(select).toHaveValue("12"));
  });

  it("sends a choice when the page is left before the pause is over", async () => {
    inCart(ofSize("12"));
    const sent: unknown[] = [];
    server.use(
      http.post("*/api/cart/", async ({ request }) => {
        sent.push(((await request.json()) as { size: string }).size);
        return answer(ofSize("14") as never);
      }),
    );
    const { person, unmount } = show();
    await person.selectOptions(await screen.findByLabelText(/^Size of Lotus Ring/), "14");
    unmount();
    await waitFor(() => expect(sent).toEqual(["14"]));
  });

  it("is shown as one line with the line that has its new size already", async () => {
    inCart(ofSize("12"), ofSize("14", { cartId: 12 }));
    const { opened: late, open: arrive } = latch();
    const { person } = show();
    const select = await screen.findByLabelText("Size of Lotus Ring, size 12");
    server.use(
      http.get("*/api/cart/", async () => {
        await late;
        return HttpResponse.json([]);
      }),
      http.post("*/api/cart/", () => answer(ofSize("14", { cartId: 12, quantity: 2 }) as never)),
    );
    await person.selectOptions(select, "14");
    expect(await screen.findByText("Size changed")).toBeInTheDocument();
    expect(screen.getAllByLabelText(/^Size of Lotus Ring/)).toHaveLength(1);
    expect(screen.getByText("2 pieces")).toBeInTheDocument();
    arrive();
  });

  it("is named with its size wherever two lines could be meant", async () => {
    const short = { ...ring, stockLeft: 1 };
    inCart(ofSize("12", { quantity: 2, product: short }), ofSize("14", { cartId: 12 }));
    server.use(http.delete("*/api/cart/", () => answer(null)));
    const { person } = show();
    for (const size of ["12", "14"]) {
      const title = `Lotus Ring, size ${size}`;
      expect(await screen.findByRole("group", { name: `Quantity of ${title}` })).toBeInTheDocument();
      expect(screen.getByLabelText(`Size of ${title}`)).toHaveValue(size);
      expect(screen.getByRole("button", { name: `Move to wishlist, ${title}` })).toBeInTheDocument();
    }
    expect(screen.getByText(/^Only 1 of Lotus Ring, size 12 is left/)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Remove Lotus Ring, size 14" }));
    expect(screen.getByRole("dialog")).toHaveTextContent("Lotus Ring, size 14");
    await person.click(screen.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("Lotus Ring, size 14", { selector: ".removed b" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Undo, put Lotus Ring, size 14 back" })).toBeInTheDocument();
  });
});

describe("Add To Cart", () => {
  it("knows what was added before the cart itself had come", async () => {
    const { opened: late, open: arrive } = latch();
    server.use(
      http.get("*/api/cart/", async () => {
        await late;
        return HttpResponse.json([]);
      }),
      http.post("*/api/cart/", () => answer(cartLine() as never)),
    );
    const { person, store } = show(<AddToCartButton product={product()} />);
    await person.click(screen.getByRole("button", { name: /^Add To Cart/ }));
    expect(await screen.findByText("Product added to cart")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go To Cart" })).toBeInTheDocument();
    arrive();
    await waitFor(() => expect(Object.values(store.getState().api.queries)[0]?.status).toBe("fulfilled"));
    expect(await screen.findByRole("link", { name: "Go To Cart" })).toBeInTheDocument();
  });

  it("says why a piece is refused", async () => {
    inCart();
    const full = "Your cart has 100 items already. Please order or remove some first.";
    server.use(http.post("*/api/cart/", () => refusal(409, full)));
    const { person } = show(<AddToCartButton product={product()} />);
    await person.click(screen.getByRole("button", { name: /^Add To Cart/ }));
    expect(await screen.findByText(full)).toBeInTheDocument();
  });

  it("shows what was added though its answer was lost", async () => {
    const rows: CartLine[] = [];
    inCart();
    server.use(
      http.get("*/api/cart/", () => HttpResponse.json(rows as never)),
      http.post("*/api/cart/", () => {
        rows.push(cartLine());
        return HttpResponse.error();
      }),
    );
    const { person } = show(<AddToCartButton product={product()} />);
    await person.click(screen.getByRole("button", { name: /^Add To Cart/ }));
    expect(await screen.findByRole("link", { name: "Go To Cart" })).toBeInTheDocument();
  });

  it("becomes Go To Cart once the piece is there", async () => {
    inCart();
    server.use(http.post("*/api/cart/", () => answer(cartLine() as never)));
    const { person } = show(<AddToCartButton product={product()} />);
    await person.click(screen.getByRole("button", { name: /^Add To Cart/ }));
    expect(await screen.findByRole("link", { name: "Go To Cart" })).toHaveAttribute("href", "/shopping-cart");
    expect(screen.getByText("Product added to cart")).toBeInTheDocument();
  });

  it("asks for a mail where the piece in the cart is out of stock", async () => {
    const gone = product({ stockAvailability: "no", stockLeft: 0 });
    inCart(cartLine({ product: gone }));
    server.use(http.get("*/api/stock/request/", () => answer([])));
    const { store } = show(<AddToCartButton product={gone} />);
    await waitFor(() => expect(Object.values(store.getState().api.queries)[0]?.status).toBe("fulfilled"));
    expect(await screen.findByRole("button", { name: `Notify me, ${gone.name}` })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "Go To Cart" })).not.toBeInTheDocument();
  });
});
