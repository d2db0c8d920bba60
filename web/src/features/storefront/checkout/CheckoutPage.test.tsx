import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { type ComponentType, lazy, Suspense } from "react";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useAppSelector } from "@/app/hooks";
import { type AppStore, makeStore } from "@/app/store";
import { resetOnSignOut } from "@/app/storefront/resetOnSignOut";
import { api } from "@/shared/api/api";
import type { Address, CartLine, NewOrder } from "@/shared/api/types";
import { selectAuthUser, sessionEnded, shopperSignedIn } from "@/shared/session/sessionSlice";
import { address, asha, cartLine, order, product } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";
import { Toasts } from "@/shared/toasts/Toasts";
import { CheckoutPage } from "./CheckoutPage";
import { newOrderOf } from "./newOrder";
import { readPending, savePending, setPendingState } from "./pendingOrder";

let sent: { key: string | null; order: NewOrder }[];
let cart: CartLine[];
let saved: Address[];

beforeEach(() => {
  sent = [];
  cart = [cartLine({ quantity: 2 })];
  saved = [address(), address({ id: 4, name: "Lakshmi Iyer" })];
  server.use(
    http.get("*/api/cart/", () => HttpResponse.json(cart as never)),
    http.get("*/api/address/", () => answer(saved as never)),
  );
});

/** Responds in turn; the last one is repeated. */
function orderAnswers(...answers: (() => Response)[]) {
  server.use(
    http.post("*/api/order/", async ({ request }) => {
      sent.push({ key: request.headers.get("Idempotency-Key"), order: (await request.json()) as NewOrder });
      return (answers[Math.min(sent.length, answers.length) - 1] as () => Response)();
    }),
  );
}
const placed = () => answer(order() as never);

const Buy = () => <button type="button">Buy</button>;
const Confirmed = () => <p>confirmed</p>;

function show(Next: ComponentType = Confirmed) {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  const page = (
    <Suspense>
      <Routes>
        <Route path="check-out" element={<CheckoutPage user={asha} Action={Buy} />} />
        <Route path="order-confirm" element={<Next />} />
        <Route path="shopping-cart" element={<p>the cart</p>} />
      </Routes>
      <Toasts />
    </Suspense>
  );
  return { store, ...renderWith(store, page, "/check-out") };
}

/** As in the app: a signed-out shopper is redirected to the sign-in and returns. */
function showGuarded() {
  const store = makeStore("customer");
  store.dispatch(shopperSignedIn(asha));
  resetOnSignOut(store);
  const page = (
    <>
      <Guarded />
      <Toasts />
    </>
  );
  return { store, ...renderWith(store, page, "/check-out") };
}

function Guarded() {
  const user = useAppSelector(selectAuthUser);
  if (!user) return <p>the sign-in</p>;
  return (
    <Routes>
      <Route path="check-out" element={<CheckoutPage user={user} Action={Buy} />} />
      <Route path="order-confirm" element={<Confirmed />} />
    </Routes>
  );
}
const placeOrder = () => screen.findByRole("button", { name: /^(Place Order ·|Pay) / });

describe("placing an order", () => {
  it("sends what the page shows, to the first saved address", async () => {
    orderAnswers(placed);
    const { person } = show();
    const button = await placeOrder();
    expect(button).toHaveTextContent("Place Order · ₹1,85,066.00");
    await person.click(button);
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(screen.getByText("Order placed successfully!")).toBeInTheDocument();
    expect(sent[0]?.order).toEqual({
      customerId: 7,
      totalQuantity: 2,
      totalAmount: 185_066,
      name: asha.name,
      email: asha.email,
      phone: asha.phone,
      addressId: 3,
      paymentMethod: "cod",
      items: [
        {
          productId: 5,
          size: null,
          weight: 6.4,
          goldRate: 11_852,
          productRate: 75_852.8,
          stoneCharge: 0,
          makingCharge: 12_890,
          wastageCharge: 3790,
          discount: 0,
          totalAmount: 185_066,
          productQuantity: 2,
          status: "ordered",
        },
      ],
    });
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(readPending(asha.id)).toBeNull();
  });

  it("counts the message of a gift as it is stored, where some letters are two", async () => {
    orderAnswers(placed);
    const { person } = show();
    const button = await placeOrder();
    await person.click(screen.getByLabelText(/^This is a gift/));
    const message = screen.getByLabelText("Message on the card (optional)");
    await person.click(message);
    await person.paste("\u09df".repeat(150));
    expect(message).toHaveAccessibleDescription("0 characters are left.");
    await person.paste("\u09dc\u0995");
    expect(message).toBeInvalid();
    expect(message).toHaveAccessibleDescription("Please make it 3 characters shorter. Some letters count as two.");
    await person.click(button);
    expect(await screen.findByText("Please make the message on the card shorter")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.type(message, "{Backspace}{Backspace}");
    await person.click(button);
    await screen.findByText("confirmed");
    expect(sent[0]?.order.gift).toEqual({ message: "\u09df".repeat(150), isWrapped: true });
  });

  it("sends a gift with its message and wrapping", async () => {
    orderAnswers(placed);
    const { person } = show();
    const button = await placeOrder();
    await person.click(screen.getByLabelText(/^This is a gift/));
    await person.type(screen.getByLabelText("Message on the card (optional)"), "For Meera");
    await person.click(screen.getByLabelText("Wrap it, free of charge"));
    await person.click(button);
    await screen.findByText("confirmed");
    expect(sent[0]?.order.gift).toEqual({ message: "For Meera", isWrapped: false });
  });

  it("orders once however often the button is pressed", async () => {
    orderAnswers(placed);
    const { person } = show();
    await person.dblClick(await placeOrder());
    await screen.findByText("confirmed");
    expect(sent).toHaveLength(1);
  });

  it("stays ordered while the next page is on its way", async () => {
    orderAnswers(() => {
      cart = [];
      return placed();
    });
    let arrive: (page: { default: ComponentType }) => void = () => {};
    const { person } = show(lazy<ComponentType>(() => new Promise((resolve) => (arrive = resolve))));
    const button = await placeOrder();
    await person.click(button);
    await screen.findByText("Order placed successfully!");
    button.click();
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Place Order ·/ })).not.toBeInTheDocument());
    expect(screen.getByText("Your Order is being processed...")).toBeInTheDocument();
    expect(screen.queryByText("Your Shopping Cart is Empty!")).not.toBeInTheDocument();
    arrive({ default: Confirmed });
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  it("sends the same order under the same key when an answer is lost", async () => {
    orderAnswers(() => HttpResponse.error(), placed);
    const { person } = show();
    await person.click(await placeOrder());
    expect(await screen.findByText("Your Order is being processed...")).toBeInTheDocument();
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("says so when no answer comes at all, and asks again under the same key", async () => {
    orderAnswers(...Array.from({ length: 4 }, () => () => HttpResponse.error() as Response), placed);
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    const { person } = show();
    await person.click(await placeOrder());
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("The shop did not answer");
    expect(readPending(asha.id)?.state).toBe("unanswered");
    const tryAgain = within(notice).getByRole("button", { name: "Try again" });
    expect(tryAgain).toHaveFocus();
    expect(scrolled.mock.contexts).toEqual([notice]);
    const blocked = screen.getByRole("button", { name: /^Place Order ·/ });
    expect(blocked).toHaveAttribute("aria-disabled", "true");
    const times = sent.length;
    await person.click(blocked);
    expect(tryAgain).toHaveFocus();
    expect(sent).toHaveLength(times);
    await person.click(tryAgain);
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it("goes on after a reload, with the key it was sent with", async () => {
    const pending = savePending(newOrderOf(asha, cart, 3));
    // The response was lost, but the order had emptied the cart.
    cart = [];
    orderAnswers(placed);
    show();
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent).toEqual([{ key: pending.key, order: pending.order }]);
  });

  it("says what is sent again where the cart was changed meanwhile", async () => {
    setPendingState(savePending(newOrderOf(asha, cart, 3)), "unanswered");
    cart = [cartLine({ quantity: 3 })];
    orderAnswers(placed);
    show();
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent(
      "It is sent as it was, 2 pieces for ₹1,85,066.00, without what you have changed in the cart since.",
    );
  });

  it("says nothing of that where the order is of what the cart holds", async () => {
    setPendingState(savePending(newOrderOf(asha, cart, 3)), "unanswered");
    show();
    expect(await screen.findByRole("alert")).not.toHaveTextContent("It is sent as it was");
  });

  describe("when the session ends amid it", () => {
    const signInAgain = (store: AppStore) => act(() => void store.dispatch(shopperSignedIn(asha)));
    const tryAgain = async () => within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" });

    it("keeps the key of a call that was cut off, and asks before it is sent once more", async () => {
      const { opened: isOut, open: arrive } = latch();
      orderAnswers(placed);
      server.use(
        http.post(
          "*/api/order/",
          async ({ request }) => {
            sent.push({ key: request.headers.get("Idempotency-Key"), order: (await request.json()) as NewOrder });
            cart = [];
            arrive();
            return new Promise<never>(() => {});
          },
          { once: true },
        ),
      );
      const { person, store } = showGuarded();
      await person.click(await placeOrder());
      await isOut;
      act(() => void store.dispatch(sessionEnded({ role: "customer" })));
      expect(await screen.findByText("the sign-in")).toBeInTheDocument();
      await waitFor(() => expect(readPending(asha.id)?.state).toBe("cutOff"));
      expect(screen.queryByText("Failed to place order. Please try again.")).not.toBeInTheDocument();

      signInAgain(store);
      expect(await screen.findByRole("alert")).toHaveTextContent("Your session ended before the shop had answered");
      expect(sent).toHaveLength(1);
      await person.click(await tryAgain());
      expect(await screen.findByText("confirmed")).toBeInTheDocument();
      expect(sent[1]).toEqual(sent[0]);
    });

    it("says in the shop's words how long to wait after many orders", async () => {
      const sentence = "You have placed many orders within a few minutes. Please wait 10 seconds before you place one.";
      orderAnswers(() => refusal(429, sentence), placed);
      const { person } = showGuarded();
      await person.click(await placeOrder());
      expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
      expect(screen.queryByText("Failed to place order. Please try again.")).not.toBeInTheDocument();
      expect(readPending(asha.id)).toBeNull();
      await person.click(await placeOrder());
      expect(await screen.findByText("confirmed")).toBeInTheDocument();
    });

    it("knows that nothing was ordered when the first try is refused", async () => {
      orderAnswers(() => refusal(401, "Please sign in."), placed);
      const { person, store } = showGuarded();
      await person.click(await placeOrder());
      expect(await screen.findByText("the sign-in")).toBeInTheDocument();
      await waitFor(() => expect(readPending(asha.id)).toBeNull());
      signInAgain(store);
      const button = await placeOrder();
      expect(button).toBeEnabled();
      expect(screen.queryByRole("alert")).not.toBeInTheDocument();
      await person.click(button);
      expect(await screen.findByText("confirmed")).toBeInTheDocument();
    });

    it("keeps the key when only a later try is refused", async () => {
      orderAnswers(
        () => HttpResponse.error(),
        () => refusal(401, "Please sign in."),
        placed,
      );
      const { person, store } = showGuarded();
      await person.click(await placeOrder());
      expect(await screen.findByText("the sign-in")).toBeInTheDocument();
      await waitFor(() => expect(readPending(asha.id)?.state).toBe("cutOff"));
      signInAgain(store);
      await person.click(await tryAgain());
      expect(await screen.findByText("confirmed")).toBeInTheDocument();
      expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    });
  });

  it("asks first where the page comes back later, and knows no key that the shop has forgotten", () => {
    const { key } = savePending(newOrderOf(asha, cart, 3));
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(readPending(asha.id)).toMatchObject({ key, state: "unanswered" });
    vi.setSystemTime(Date.now() + 7 * 24 * 60 * 60_000);
    expect(readPending(asha.id)).toBeNull();
    vi.useRealTimers();
  });

  it("uses a new key for another order", () => {
    const one = savePending(newOrderOf(asha, cart, 3));
    expect(savePending(newOrderOf(asha, cart, 3)).key).toBe(one.key);
    expect(savePending(newOrderOf(asha, cart, 4)).key).not.toBe(one.key);
    expect(readPending(99)).toBeNull();
  });
});

describe("what was chosen", () => {
  const chosen = { addressId: 4, gift: { message: "For Meera", isWrapped: true }, paymentMethod: "cod" };
  beforeEach(() => {
    const upi = { method: "upi", label: "UPI", limit: null };
    const methods = [upi, { method: "cod", label: "Pay on delivery", limit: null }];
    server.use(http.get("*/api/shop/", () => answer({ methods, holdMinutes: 0, paymentHours: 72 })));
  });
  async function choose(person: ReturnType<typeof show>["person"]) {
    await placeOrder();
    await person.click(screen.getByRole("radio", { name: /Lakshmi/ }));
    await person.click(screen.getByLabelText(/^This is a gift/));
    await person.type(screen.getByLabelText("Message on the card (optional)"), "For Meera");
    await person.click(screen.getByRole("radio", { name: /^Pay on delivery/ }));
  }
  const signedIn = (store: AppStore, user = asha) => act(() => void store.dispatch(shopperSignedIn(user)));

  it("is ordered after a sign-in in between", async () => {
    orderAnswers(() => refusal(401, "Please sign in."), placed);
    const { person, store } = showGuarded();
    await choose(person);
    await person.click(await placeOrder());
    expect(await screen.findByText("the sign-in")).toBeInTheDocument();
    signedIn(store);
    await person.click(await placeOrder());
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent.map(({ order }) => order)).toMatchObject([chosen, chosen]);
  });

  it("is there after a reload or a look at another page, until it is ordered", async () => {
    orderAnswers(placed);
    const { person, unmount } = show();
    await choose(person);
    unmount();
    const again = show();
    await again.person.click(await placeOrder());
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent[0]?.order).toMatchObject(chosen);
    again.unmount();
    show();
    await placeOrder();
    expect(screen.getByLabelText(/^This is a gift/)).not.toBeChecked();
    expect(screen.getByRole("radio", { name: /Asha/ })).toBeChecked();
  });

  it("is told before the order is placed", async () => {
    const { person } = show();
    await placeOrder();
    expect(screen.queryByRole("button", { name: "Change: Gift" })).not.toBeInTheDocument();
    await choose(person);
    const gift = () => screen.getByText("Gift", { selector: "dt" }).nextElementSibling;
    expect(gift()).toHaveTextContent("Wrapped, with the message “For Meera”");
    await person.click(screen.getByLabelText("Wrap it, free of charge"));
    await person.clear(screen.getByLabelText("Message on the card (optional)"));
    expect(gift()).toHaveTextContent("Not wrapped, without a message");
    await person.click(screen.getByRole("button", { name: "Change: Gift" }));
    expect(screen.getByRole("heading", { name: /Delivery$/ })).toHaveFocus();
  });

  it("is kept from others who sign in, and an address that is gone is not ordered to", async () => {
    orderAnswers(placed);
    const { person, store } = showGuarded();
    await choose(person);
    act(() => void store.dispatch(sessionEnded({ role: "customer" })));
    saved = [address()];
    signedIn(store);
    await placeOrder();
    expect(screen.getByLabelText(/^This is a gift/)).toBeChecked();
    expect(screen.getByRole("radio", { name: /Asha/ })).toBeChecked();
    act(() => void store.dispatch(sessionEnded({ role: "customer" })));
    signedIn(store, { ...asha, id: 8 });
    await placeOrder();
    expect(screen.getByLabelText(/^This is a gift/)).not.toBeChecked();
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain("Meera");
  });

  it("does not take the place of an address that is being typed", async () => {
    const { person, store } = showGuarded();
    await choose(person);
    await person.click(screen.getByRole("button", { name: "Add a new address" }));
    await person.type(screen.getByLabelText("Address"), "9 Hill Road");
    act(() => void store.dispatch(sessionEnded({ role: "customer" })));
    signedIn(store);
    expect(await screen.findByLabelText("Address")).toHaveValue("9 Hill Road");
    expect(screen.getByLabelText(/^This is a gift/)).toBeChecked();
  });
});

describe("changed prices", () => {
  const conflict = () =>
    refusal(409, "Prices have changed.", {
      data: {
        reason: "prices_changed",
        totalAmount: 186_000,
        items: [
          {
            productId: 5,
            productName: "Paithani Bridal Nath",
            oldTotalAmount: 185_066,
            totalAmount: 186_000,
            goldRate: 11_925,
            weight: 6.4,
            productRate: 76_320,
            makingCharge: 12_890,
            wastageCharge: 3790,
            discount: 0,
            productQuantity: 2,
          },
        ],
      },
    });

  it("are shown old against new, and order only by the shopper's word", async () => {
    orderAnswers(conflict, placed);
    const { person } = show();
    await person.click(await placeOrder());
    const question = await screen.findByRole("dialog", { name: "The gold rate has moved" });
    expect(question).toHaveTextContent("From ₹11,852.00 to ₹11,925.00 /gm. Nothing has been ordered yet.");
    expect(within(question).getByRole("row", { name: /Paithani/ })).toHaveTextContent("₹1,85,066.00₹1,86,000.00");
    expect(question).toHaveTextContent("+₹934.00");
    expect(sent).toHaveLength(1);
    await person.click(within(question).getByRole("button", { name: "Place Order at ₹1,86,000.00" }));
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent[1]?.order).toMatchObject({
      totalAmount: 186_000,
      items: [{ goldRate: 11_925, productRate: 76_320, totalAmount: 186_000, productQuantity: 2 }],
    });
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("follow the rate while the question is open, and order at the amount on the button", async () => {
    const at = (goldRate: number, ornamentPrice: number) =>
      cartLine({ quantity: 2, product: product({ goldRate, ornamentPrice, mrp: ornamentPrice }) });
    orderAnswers(() => {
      cart = [at(11_925, 93_000)];
      return conflict();
    }, placed);
    const { person, store } = showGuarded();
    await person.click(await placeOrder());
    const question = await screen.findByRole("dialog", { name: "The gold rate has moved" });
    cart = [at(12_000, 93_500)];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    const button = await within(question).findByRole("button", { name: "Place Order at ₹1,87,000.00" });
    expect(question).toHaveTextContent("From ₹11,852.00 to ₹12,000.00 /gm.");
    expect(within(question).getByRole("row", { name: /Paithani/ })).toHaveTextContent("₹1,85,066.00₹1,87,000.00");
    await person.click(button);
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent[1]?.order).toMatchObject({
      totalAmount: 187_000,
      items: [{ goldRate: 12_000, totalAmount: 187_000, productQuantity: 2 }],
    });
  });

  it("leave the gift and the phone of the address as they are while they are followed", async () => {
    saved = [address({ phone: "+91 90000 00001" })];
    orderAnswers(() => {
      cart = [cartLine({ quantity: 2, product: product({ goldRate: 11_925, ornamentPrice: 93_000 }) })];
      return conflict();
    }, placed);
    const { person, store } = showGuarded();
    const button = await placeOrder();
    await person.click(screen.getByLabelText(/^This is a gift/));
    await person.type(screen.getByLabelText("Message on the card (optional)"), "For Meera");
    await person.click(button);
    const question = await screen.findByRole("dialog", { name: "The gold rate has moved" });
    cart = [cartLine({ quantity: 2, product: product({ goldRate: 12_000, ornamentPrice: 93_500 }) })];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await person.click(await within(question).findByRole("button", { name: "Place Order at ₹1,87,000.00" }));
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    const kept = { phone: "+91 90000 00001", gift: { message: "For Meera", isWrapped: true } };
    expect(sent[0]?.order).toMatchObject(kept);
    expect(sent[1]?.order).toMatchObject({ ...kept, totalAmount: 187_000 });
  });

  it("are no question any more where the cart has changed", async () => {
    orderAnswers(conflict);
    const { person, store } = showGuarded();
    await person.click(await placeOrder());
    await screen.findByRole("dialog", { name: "The gold rate has moved" });
    cart = [cartLine({ quantity: 3 })];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(sent).toHaveLength(1);
  });

  it("do not look like a discount", async () => {
    const { store } = showGuarded();
    await placeOrder();
    cart = [cartLine({ quantity: 2, product: product({ goldRate: 12_000, ornamentPrice: 93_500 }) })];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    const was = await screen.findByText("was ₹1,85,066.00");
    expect(screen.getByText(/Your cart came to/)).toHaveTextContent("₹1,85,066.00 and is now ₹1,87,000.00.");
    expect(was.closest("s")).toBeNull();
    expect(document.querySelector("s")).toBeNull();
  });

  it("can be closed, which leaves the shopper where they are", async () => {
    orderAnswers(conflict);
    const { person } = show();
    await person.click(await placeOrder());
    await screen.findByRole("dialog", { name: "The gold rate has moved" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(await placeOrder()).toBeEnabled();
    expect(sent).toHaveLength(1);
  });

  it("can be left for the cart", async () => {
    orderAnswers(conflict);
    const { person } = show();
    await person.click(await placeOrder());
    await person.click(await screen.findByRole("button", { name: "Back to cart" }));
    expect(await screen.findByText("the cart")).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });
});

it("names a piece that is no longer there", async () => {
  orderAnswers(() =>
    refusal(409, "Not available.", {
      data: { reason: "unavailable", items: [{ productId: 5, productName: "Paithani Bridal Nath" }] },
    }),
  );
  const { person } = show();
  await person.click(await placeOrder());
  expect(await screen.findByRole("alert")).toHaveTextContent("No longer in stock: Paithani Bridal Nath.");
  expect(screen.getByText("Not available.")).toBeInTheDocument();
  expect(screen.queryByText("Failed to place order. Please try again.")).not.toBeInTheDocument();
  await person.click(screen.getByRole("link", { name: "Go to cart" }));
  expect(await screen.findByText("the cart")).toBeInTheDocument();
});

describe("a piece that has run out meanwhile", () => {
  const jhumka = (stockAvailability: "yes" | "no") =>
    cartLine({ cartId: 12, productId: 6, product: product({ id: 6, name: "Jhumka", stockAvailability }) });
  const total = () => screen.getByText("Total", { selector: ".tot span" }).parentElement;

  it("blocks the order, says why, and offers to remove the product", async () => {
    cart = [cartLine(), jhumka("no")];
    server.use(http.delete("*/api/cart/", () => answer(null)));
    const { person } = show();
    const button = await placeOrder();
    expect(button).toBeDisabled();
    expect(button).toHaveAccessibleDescription(
      /Remove what is out of stock to place your order. Out of stock: Jhumka./,
    );
    expect(total()).toHaveTextContent("Total₹92,533.00");
    expect(screen.getByRole("button", { name: "Move to wishlist, Jhumka" })).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Remove Jhumka" }));
    await person.click(await screen.findByRole("button", { name: "Remove" }));
    await waitFor(async () => expect(await placeOrder()).toBeEnabled());
    expect(screen.getByRole("heading", { name: "Order summary" })).toHaveFocus();
  });

  it("blocks the order live, until the product is back", async () => {
    cart = [cartLine(), jhumka("yes")];
    const { store } = showGuarded();
    expect(await placeOrder()).toBeEnabled();
    expect(total()).toHaveTextContent("Total₹1,85,066.00");
    cart = [cartLine(), jhumka("no")];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(async () => expect(await placeOrder()).toBeDisabled());
    expect(total()).toHaveTextContent("Total₹92,533.00");
    cart = [cartLine(), jhumka("yes")];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(async () => expect(await placeOrder()).toBeEnabled());
  });

  it("is reported once: the refusal disappears when the cart shows it", async () => {
    cart = [cartLine(), jhumka("yes")];
    orderAnswers(() => {
      cart = [cartLine(), jhumka("no")];
      const items = [{ productId: 6, productName: "Jhumka" }];
      return refusal(409, "Jhumka is no longer available.", { data: { reason: "unavailable", items } });
    }, placed);
    const { person, store } = showGuarded();
    await person.click(await placeOrder());
    expect(await screen.findByText("Jhumka is no longer available.")).toBeInTheDocument();
    expect(await screen.findByText("Out of stock")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
    cart = [cartLine(), jhumka("yes")];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(async () => expect(await placeOrder()).toBeEnabled());
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    await person.click(await placeOrder());
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
  });
});

describe("the address", () => {
  it("must be there", async () => {
    saved = [];
    const { person } = show();
    await person.click(await placeOrder());
    expect(await screen.findByText("Please select or save an address")).toBeInTheDocument();
  });

  it("is not ordered to while it is being edited, and another one is", async () => {
    orderAnswers(placed);
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Edit Asha Verma, 12 Second Main Road" }));
    await person.click(await placeOrder());
    expect(await screen.findByText("Please save the address that you are editing, or cancel")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.click(screen.getByRole("radio", { name: /Lakshmi/ }));
    await person.click(await placeOrder());
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
    expect(sent[0]?.order.addressId).toBe(4);
  });

  it("is not another one than the one that is being typed", async () => {
    orderAnswers(placed);
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Add a new address" }));
    await person.type(screen.getByLabelText("Address"), "9 Hill Road");
    await person.click(await placeOrder());
    expect(await screen.findByText("Please save the address that you are adding, or cancel")).toBeInTheDocument();
    expect(sent).toEqual([]);
    await person.click(screen.getByRole("button", { name: "Cancel" }));
    await person.click(screen.getByRole("button", { name: "Add a new address" }));
    await person.click(await placeOrder());
    expect(await screen.findByText("confirmed")).toBeInTheDocument();
  });

  it("is chosen by state and city of its country, saved, and selected", async () => {
    saved = [];
    let body: unknown;
    server.use(
      http.post("*/api/address/", async ({ request }) => {
        body = await request.json();
        return answer(address({ id: 9 }) as never);
      }),
    );
    const { person } = show();
    const save = await screen.findByRole("button", { name: "Save Address" });
    expect(save).toBeDisabled();
    expect(screen.getByLabelText("Country")).toHaveValue("India");
    expect(screen.getByLabelText("City")).toBeDisabled();
    await person.selectOptions(screen.getByLabelText("Country"), "UK");
    await person.selectOptions(screen.getByLabelText("State"), "Scotland");
    expect(within(screen.getByLabelText("City")).getAllByRole("option")).toHaveLength(3);
    await person.selectOptions(screen.getByLabelText("City"), "Glasgow");
    await person.selectOptions(screen.getByLabelText("Country"), "India");
    expect(screen.getByLabelText("City")).toBeDisabled();
    await person.selectOptions(screen.getByLabelText("State"), "Kerala");
    await person.selectOptions(screen.getByLabelText("City"), "Kochi");
    await person.type(screen.getByLabelText("Address"), "4 Temple Road");
    expect(screen.getByText("PIN or zip code is still missing.")).toBeInTheDocument();
    expect(save).toHaveAccessibleDescription("Please fill up the address form PIN or zip code is still missing.");
    await person.type(screen.getByLabelText("PIN or zip code"), "682001");
    await person.click(save);
    expect(await screen.findByText("Address saved successfully!")).toBeInTheDocument();
    expect(body).toEqual({
      name: "Asha Verma",
      customerId: 7,
      address: "4 Temple Road",
      country: "India",
      state: "Kerala",
      city: "Kochi",
      zipCode: "682001",
      phone: "",
      isDefault: false,
    });
    await waitFor(() => expect(screen.getByRole("radio", { name: /4 Temple Road|Asha Verma/ })).toBeChecked());
  });
});

describe("the held price", () => {
  const risen = () => [
    cartLine({ quantity: 2, product: product({ goldRate: 12_000, ornamentPrice: 93_480, mrp: 93_480 }) }),
  ];
  const hold = { id: 31, goldRate: 11_852, expiresAt: "2026-11-24T10:00:00.000Z" };
  const items = [{ productId: 5, quantity: 2, totalAmount: 185_066 }];
  const total = () => screen.getByText("Total", { selector: ".tot span" }).parentElement;

  // The remaining time of a hold must not depend on the machine. Timers stay real, because `waitFor` needs them.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  function holds(secondsLeft: number) {
    const shop = { methods: [{ method: "cod", label: "Pay on delivery", limit: null }], holdMinutes: 15 };
    server.use(
      http.get("*/api/shop/", () => answer(shop)),
      http.post("*/api/hold/", () => answer({ ...hold, items, secondsLeft })),
    );
  }

  it("stays while gold rises, and is what is ordered", async () => {
    holds(872);
    orderAnswers(placed);
    const { person, store } = showGuarded();
    expect(await screen.findByRole("timer")).toHaveTextContent("Price held for 14:32");
    cart = risen();
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    const getCart = () => JSON.stringify(store.getState().api.queries);
    await waitFor(() => expect(getCart()).toContain('"goldRate":12000'));
    expect(total()).toHaveTextContent("Total₹1,85,066.00");
    await person.click(await placeOrder());
    await screen.findByText("confirmed");
    expect(sent[0]?.order).toMatchObject({
      holdId: 31,
      totalAmount: 185_066,
      items: [{ goldRate: 11_852, productRate: 75_852.8, totalAmount: 185_066 }],
    });
  });

  it.each([
    ["given", 0, 500],
    ["taken away", 500, 0],
  ])("follows a discount that is %s after gold has risen", async (_, before, after) => {
    holds(872);
    const held = (discount: number) =>
      server.use(
        http.post("*/api/hold/", () =>
          answer({ ...hold, items: [{ ...items[0], totalAmount: 185_066 - 2 * discount }], secondsLeft: 872 }),
        ),
      );
    const discounted = (discount: number) => [
      cartLine({ quantity: 2, product: product({ goldRate: 12_000, ornamentPrice: 93_480 - discount, mrp: 93_480 }) }),
    ];
    held(before);
    cart = discounted(before);
    const { store } = showGuarded();
    await screen.findByRole("timer");
    await waitFor(() => expect(total()).toHaveTextContent(before ? "₹1,84,066.00" : "₹1,85,066.00"));
    held(after);
    cart = discounted(after);
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(() => expect(total()).toHaveTextContent(after ? "₹1,84,066.00" : "₹1,85,066.00"));
  });

  it("is over after its time: the page tells the prices of now, and orders at them or holds them anew", async () => {
    holds(1);
    orderAnswers(placed);
    cart = risen();
    const { person } = show();
    expect(await screen.findByRole("timer")).toBeInTheDocument();
    expect(total()).toHaveTextContent("Total₹1,85,066.00");
    vi.advanceTimersByTime(1000);
    const told = await screen.findByText(/^The price was held until/);
    expect(told.closest(".held")).toHaveTextContent("Your total was ₹1,85,066.00 and is now ₹1,86,960.00.");
    expect(total()).toHaveTextContent("Total₹1,86,960.00");
    holds(900);
    await person.click(screen.getByRole("button", { name: "Hold today's price" }));
    expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
  });

  it("that has ended leaves what has sold out since out of the total", async () => {
    const jhumka = (stockAvailability: "yes" | "no") =>
      cartLine({ cartId: 12, productId: 6, product: product({ id: 6, name: "Jhumka", stockAvailability }) });
    holds(1);
    const both = [...items, { productId: 6, quantity: 1, totalAmount: 92_533 }];
    server.use(http.post("*/api/hold/", () => answer({ ...hold, items: both, secondsLeft: 1 })));
    cart = [cartLine({ quantity: 2 }), jhumka("yes")];
    const { store } = showGuarded();
    await screen.findByRole("timer");
    vi.advanceTimersByTime(1000);
    const told = await screen.findByText(/^The price was held until/);
    expect(told.closest(".held")).toHaveTextContent("Your total is the same.");
    cart = [cartLine({ quantity: 2 }), jhumka("no")];
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(() => expect(total()).toHaveTextContent("Total₹1,85,066.00"));
    expect(told.closest(".held")).toHaveTextContent("Your total was ₹2,77,599.00 and is now ₹1,85,066.00.");
  });

  it("is taken for another cart after one has ended", async () => {
    holds(1);
    const { store } = showGuarded();
    await screen.findByRole("timer");
    vi.advanceTimersByTime(1000);
    await screen.findByText(/^The price was held until/);
    cart = [cartLine({ quantity: 3 })];
    const three = [{ productId: 5, quantity: 3, totalAmount: 277_599 }];
    server.use(http.post("*/api/hold/", () => answer({ ...hold, id: 32, items: three, secondsLeft: 900 })));
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    expect(await screen.findByRole("timer")).toHaveTextContent("15:00");
    expect(screen.queryByText("Holding the price")).not.toBeInTheDocument();
  });

  it("stays where the shop does not answer when it is asked again", async () => {
    holds(872);
    orderAnswers(placed);
    const { person, store } = showGuarded();
    await screen.findByRole("timer");
    server.use(http.post("*/api/hold/", () => HttpResponse.error()));
    cart = risen();
    act(() => void store.dispatch(api.util.invalidateTags(["Cart"])));
    await waitFor(() => expect(JSON.stringify(store.getState().api.mutations)).toContain("rejected"));
    expect(screen.getByRole("timer")).toBeInTheDocument();
    expect(total()).toHaveTextContent("Total₹1,85,066.00");
    await person.click(await placeOrder());
    await screen.findByText("confirmed");
    expect(sent[0]?.order).toMatchObject({ holdId: 31, totalAmount: 185_066 });
  });

  it("that the shop no longer knows is told with the prices of now, which are ordered without it", async () => {
    holds(872);
    const now = {
      productId: 5,
      productName: "Paithani Bridal Nath",
      totalAmount: 186_960,
      goldRate: 12_000,
      weight: 6.4,
    };
    orderAnswers(() => {
      cart = risen();
      const data = { reason: "prices_changed", isHeld: false, totalAmount: 186_960, items: [now] };
      return refusal(409, "The price is no longer held for you.", { data });
    }, placed);
    const { person } = show();
    await screen.findByRole("timer");
    await person.click(await placeOrder());
    await person.click(await screen.findByRole("button", { name: "Place Order at ₹1,86,960.00" }));
    await screen.findByText("confirmed");
    expect(sent[1]?.order).not.toHaveProperty("holdId");
    expect(sent[1]?.order).toMatchObject({ totalAmount: 186_960 });
  });

  it("has its place before it is there, also in the bar of a phone", async () => {
    holds(872);
    const { opened: told, open: tell } = latch();
    server.use(http.post("*/api/hold/", () => told.then(() => answer({ ...hold, items, secondsLeft: 872 }))));
    show();
    expect(await screen.findAllByText("Holding the price")).toHaveLength(2);
    tell();
    expect(await screen.findByRole("timer")).toBeInTheDocument();
    expect(screen.queryByText("Holding the price")).not.toBeInTheDocument();
  });

  it("is not there where none is left, and the shopper orders at the prices of now", async () => {
    holds(900);
    server.use(http.post("*/api/hold/", () => refusal(429, "Held five times today.")));
    orderAnswers(placed);
    const { person } = show();
    await placeOrder();
    await waitFor(() => expect(screen.queryByText("Holding the price")).not.toBeInTheDocument());
    await person.click(await placeOrder());
    await screen.findByText("confirmed");
    expect(screen.queryByRole("timer")).not.toBeInTheDocument();
    expect(sent[0]?.order).not.toHaveProperty("holdId");
  });
});

it("orders without a way to pay where the shop does not tell any", async () => {
  server.use(http.get("*/api/shop/", () => refusal(503, "Away.")));
  orderAnswers(placed);
  const { person } = show();
  await person.click(await placeOrder());
  await screen.findByText("confirmed");
  expect(sent[0]?.order).not.toHaveProperty("paymentMethod");
});

it("keeps what was entered while the ways to pay, which did not come, are asked for again", async () => {
  const { opened, open } = latch();
  let isAway = true;
  server.use(
    http.get("*/api/shop/", async () => {
      if (isAway) return refusal(503, "Away.");
      await opened;
      return undefined;
    }),
  );
  orderAnswers(placed);
  const { person, store } = show();
  await placeOrder();
  await person.click(screen.getByRole("radio", { name: /Lakshmi/ }));
  await person.click(screen.getByLabelText(/^This is a gift/));
  const message = screen.getByLabelText("Message on the card (optional)");
  await person.type(message, "For Meera");
  isAway = false;
  await repeatFailed(store, "getShop");
  expect(message).toBeInTheDocument();
  expect(message).toHaveValue("For Meera");
  open();
  expect(await screen.findByText("Pay on delivery")).toBeInTheDocument();
  await person.click(await placeOrder());
  await screen.findByText("confirmed");
  expect(sent[0]?.order).toMatchObject({ addressId: 4, gift: { message: "For Meera" }, paymentMethod: "cod" });
});

describe("the PAN", () => {
  beforeEach(() => {
    const shop = { methods: [{ method: "cod", label: "Pay on delivery", limit: null }], holdMinutes: 0 };
    server.use(http.get("*/api/shop/", () => answer({ ...shop, panAbove: 150_000 })));
  });

  it("is asked for above the limit, checked, sent, and kept out of the browser's storage", async () => {
    orderAnswers(() => {
      expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain("ABCDE1234F");
      return placed();
    });
    const { person } = show();
    await person.click(await placeOrder());
    const field = screen.getByRole("textbox", { name: "PAN" });
    expect(field).toHaveAccessibleDescription("Please enter your PAN.");
    expect(await screen.findByText("Please enter your PAN")).toBeInTheDocument();
    expect(field).toHaveFocus();
    await person.type(field, "abcde12345");
    await person.click(await placeOrder());
    expect(field).toHaveAccessibleDescription("A PAN is five letters, four digits and a letter.");
    expect(await screen.findByText("A PAN is five letters, four digits and a letter")).toBeInTheDocument();
    expect(field).toHaveFocus();
    expect(sent).toEqual([]);
    await person.clear(field);
    await person.type(field, "abcde 1234 f");
    await person.click(await placeOrder());
    await screen.findByText("confirmed");
    expect(sent[0]?.order.pan).toBe("ABCDE1234F");
  });

  it("has the focus each time the shop refuses it", async () => {
    const refused = () => refusal(422, "Please check the PAN", { errors: { pan: "This is not a PAN." } });
    orderAnswers(refused);
    const { person } = show();
    await placeOrder();
    const field = screen.getByRole("textbox", { name: "PAN" });
    await person.type(field, "ABCDE1234F");
    for (const attempt of [1, 2]) {
      await person.click(await placeOrder());
      await waitFor(() => expect(sent).toHaveLength(attempt));
      await waitFor(() => expect(field).toHaveFocus());
      expect(field).toHaveAccessibleDescription("This is not a PAN.");
    }
  });

  it("is not asked for below it", async () => {
    cart = [cartLine()];
    orderAnswers(placed);
    const { person } = show();
    await person.click(await placeOrder());
    await screen.findByText("confirmed");
    expect(sent[0]?.order).not.toHaveProperty("pan");
  });
});
