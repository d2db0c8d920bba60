import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import { api } from "@/shared/api/api";
import { ownReviewOf } from "@/shared/api/myOrders";
import { cameLive, connectionLost } from "@/shared/connection/connectionSlice";
import { orderHuidsChanged, orderStatusChanged } from "@/shared/orders/orderEvents";
import { startClock } from "@/shared/test/clock";
import { asha, cartLine, lines, order, orderItem, payment, statusChange } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";
import { selectToasts } from "@/shared/toasts/toastsSlice";
import { MyOrdersPage } from "./MyOrdersPage";

const twoItems = order({
  totalQuantity: 2,
  items: [orderItem(), orderItem({ id: 71, itemId: 71, productName: "Gundla Mala" })],
});

function show(rows = lines(twoItems), path = "/") {
  server.use(http.get("*/api/order/", () => answer(rows as never)));
  const store = makeStore("customer");
  return { store, ...renderWith(store, <MyOrdersPage user={asha} />, path) };
}
const row = async (name: string) => (await screen.findByRole("heading", { name })).closest(".oitem") as HTMLElement;

describe("My Orders", () => {
  it.each([
    ["was invoiced", true, "2026-11-19T06:10:00.000Z", true],
    ["was never shipped", true, null, false],
    ["is of a shop without tax invoices", false, "2026-11-19T06:10:00.000Z", false],
  ])(
    "leads to the tax invoice and credit note of a cancelled order that has them; it %s",
    async (_, hasTaxInvoices, shippedAt, isLinked) => {
      let isRead = false;
      server.use(
        http.get("*/api/shop/", () => {
          isRead = true;
          return answer({ methods: [], returnDays: 30, hasTaxInvoices });
        }),
      );
      show(lines(order({ items: [orderItem({ status: "cancelled", shippedAt })] })));
      await screen.findByRole("heading", { name: "Order 40" });
      await waitFor(() => expect(isRead).toBe(true));
      await waitFor(() => expect(screen.queryByRole("link", { name: "Invoice of order 40" }) !== null).toBe(isLinked));
    },
  );

  it("shows an order as a card with its items and their progress", async () => {
    show();
    const card = await screen.findByRole("region", { name: "Order 40" });
    expect(card).toHaveTextContent("18 Nov 2026, 6:12 pm");
    expect(card).toHaveTextContent("₹92,533.00");
    const steps = within(await row("Gundla Mala")).getByRole("list", { name: "Progress" });
    expect(within(steps).getAllByRole("listitem")).toHaveLength(4);
    expect(steps.querySelector("[aria-current=step]")).toHaveTextContent("Ordered");
  });

  it("shows what the shop wrote of an order, on its card and in its details", async () => {
    const words = "At the engraver until Friday";
    const { person } = show(lines({ ...twoItems, statusText: words, currentStatus: words }));
    const card = await screen.findByRole("region", { name: "Order 40" });
    expect(within(card).getByText(words)).toBeInTheDocument();
    expect((await row("Gundla Mala")).querySelector(".badge-st")).toHaveTextContent("Ordered");
    await person.click(screen.getByRole("button", { name: "View Details of order 40" }));
    expect(within(await screen.findByRole("dialog")).getByText(words)).toBeInTheDocument();
  });

  it("shows the hallmark of a piece, and its HUID as soon as it is entered", async () => {
    const { store } = show(
      lines({ ...twoItems, items: [orderItem({ hallmark: "22K916" }), ...twoItems.items.slice(1)] }),
    );
    const marked = await row("Paithani Bridal Nath");
    expect(marked).toHaveTextContent("Hallmark 22K916");
    expect(marked).not.toHaveTextContent("HUID");
    expect(await row("Gundla Mala")).not.toHaveTextContent("Hallmark");
    const change = { orderId: 40, itemId: 70, customerId: asha.id, at: "2026-11-19T06:10:09.000Z" };
    act(() => {
      store.dispatch(orderHuidsChanged({ ...change, huids: ["AB12C7"], huidsVersion: 3 }));
      store.dispatch(orderHuidsChanged({ ...change, huids: ["99XYZ0"], huidsVersion: 2 }));
    });
    await waitFor(() => expect(marked).toHaveTextContent("Hallmark 22K916, HUID AB12C7"));
    expect(marked).not.toHaveTextContent("99XYZ0");
  });

  it("says by itself that an item is late, when the days of its delivery are over", async () => {
    const moveTo = startClock("2026-11-27T18:00:00.000Z");
    const { person } = show(lines(order({ deliveryFrom: "2026-11-26", deliveryDate: "2026-11-27" })));
    const late = await row("Paithani Bridal Nath");
    expect(late).toHaveTextContent("Expected 26 to 27 Nov");
    await person.click(screen.getByRole("button", { name: "View Details of order 40" }));
    const details = await screen.findByRole("dialog");
    expect(details).toHaveTextContent("Expected 26 to 27 Nov");
    moveTo("2026-11-27T19:00:00.000Z");
    expect(late).toHaveTextContent("Late: it was expected by 27 Nov 2026.");
    expect(late).not.toHaveTextContent("Expected");
    expect(details).not.toHaveTextContent("Expected");
  });

  it("shows no step that was undone", async () => {
    const { store } = show();
    const changed = await row("Paithani Bridal Nath");
    act(() => {
      store.dispatch(orderStatusChanged(statusChange()));
    });
    await waitFor(() => expect(changed.querySelector(".badge-st")).toHaveTextContent("Packed"));
    act(() => {
      const back = { from: "packed" as const, status: "ordered" as const, packedAt: null, version: 3, undoes: 2 };
      store.dispatch(orderStatusChanged(statusChange({ ...back, at: "2026-11-19T06:10:09.000Z" })));
    });
    await waitFor(() => expect(changed.querySelector(".badge-st")).toHaveTextContent("Ordered"));
    expect(within(changed).queryByText(/19 Nov/)).not.toBeInTheDocument();
  });

  it("shows the order that the link of a mail names", async () => {
    const scrolled: Element[] = [];
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      scrolled.push(this);
    });
    const another = lines(order({ id: 41, items: [orderItem({ id: 72, itemId: 72 })] }));
    show([...lines(twoItems), ...another], "/my-orders#order-41");
    const heading = await screen.findByRole("heading", { name: "Order 41" });
    expect(scrolled).toEqual([heading]);
    vi.restoreAllMocks();
  });

  it("changes the row where it stands when a status arrives, and says so", async () => {
    const { store } = show();
    const changed = await row("Paithani Bridal Nath");
    const now = new Date().toISOString();
    act(() => {
      store.dispatch(orderStatusChanged(statusChange({ packedAt: now, at: now })));
    });
    expect(await within(changed).findByText("Just now")).toBeInTheDocument();
    expect(changed.querySelector(".badge-st")).toHaveTextContent("Packed");
    expect(changed.querySelector("[aria-current=step]")).toHaveTextContent("Packed");
    expect(screen.getByText("Paithani Bridal Nath in order 40 is now packed.")).toHaveAttribute("role", "status");
    expect(within(await row("Gundla Mala")).queryByText("Just now")).not.toBeInTheDocument();
  });

  it("shows the way of an open return in the row of its item, which does not move when it comes late", async () => {
    const { opened: held, open: letCome } = latch();
    const history = [{ status: "requested", from: null, at: "2026-11-20T10:00:00.000Z", version: 1 }];
    const about = { id: 9, orderId: 40, itemId: 70, customerId: asha.id, productName: "Paithani Bridal Nath" };
    const wanted = { ...about, status: "requested", quantity: 1, amount: 92_533, version: 1, history };
    server.use(
      http.get("*/api/return/", async () => {
        await held;
        return answer([wanted] as never);
      }),
    );
    const delivered = { status: "delivered", deliveredAt: new Date().toISOString() } as const;
    show(lines(order({ items: [orderItem(delivered), orderItem({ id: 71, itemId: 71, ...delivered })] })));
    expect(await screen.findByRole("button", { name: /^Show all|^All/ })).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Order 40" })).not.toBeInTheDocument();
    letCome();
    const card = await screen.findByRole("region", { name: "Order 40" });
    const [steps, ...others] = within(card).getAllByRole("list", { name: "Return" });
    expect(steps?.parentElement?.parentElement).toHaveClass("oitem");
    expect(steps?.parentElement).toHaveTextContent("Return of 1 piece");
    expect(others).toEqual([]);
    expect(within(card).getAllByRole("list", { name: "Progress" })).toHaveLength(1);
    expect(within(card).getByRole("button", { name: /^Withdraw return/ })).toBeInTheDocument();
  });

  it("says how a return goes on, and nothing of what was known before", async () => {
    const about = { orderId: 40, itemId: 70, customerId: asha.id, productName: "Paithani Bridal Nath", history: [] };
    let returns = [{ id: 9, ...about, status: "requested", quantity: 1, amount: 92_533, version: 1 }];
    server.use(http.get("*/api/return/", () => answer(returns as never)));
    const delivered = { status: "delivered", deliveredAt: new Date().toISOString(), productQuantity: 2 } as const;
    const { store } = show(lines(order({ items: [orderItem(delivered)] })));
    await screen.findByRole("region", { name: "Order 40" });
    const news = document.querySelector("[role=status].visually-hidden") as HTMLElement;
    expect(news).toBeEmptyDOMElement();
    const follow = (next: typeof returns) => {
      returns = next;
      act(() => void store.dispatch(api.util.invalidateTags(["Return"])));
    };
    const [first] = returns as [(typeof returns)[0]];
    follow([{ ...first, status: "approved", version: 2 }]);
    const sentence = "The return of Paithani Bridal Nath in order 40 is";
    await waitFor(() => expect(news).toHaveTextContent(`${sentence} approved.`));
    follow([{ ...first, id: 10 }, ...returns]);
    await waitFor(() => expect(news.textContent).toBe(`${sentence} requested.`));
  });

  it("keeps the orders and an open dialog while what is beside them, which did not come, is asked for again", async () => {
    const { opened: held, open: letCome } = latch();
    onTestFinished(letCome);
    let isAway = true;
    const beside = async () => {
      if (isAway) return refusal(503, "Away.");
      await held;
      return undefined;
    };
    server.use(http.get("*/api/shop/", beside), http.get("*/api/return/", beside));
    const { person, store } = show();
    await person.click(await screen.findByRole("button", { name: "View Details of order 40" }));
    const dialog = await screen.findByRole("dialog");
    isAway = false;
    await repeatFailed(store, "getShop");
    await repeatFailed(store, "myReturns");
    expect(dialog).toBeInTheDocument();
    expect(document.querySelector(".sk-order")).not.toBeInTheDocument();
  });

  it("leads from a delivered piece to its review", async () => {
    show(lines(order({ items: [orderItem({ status: "delivered" }), orderItem({ id: 71, itemId: 71 })] })));
    expect(await screen.findByRole("link", { name: "Review it, Paithani Bridal Nath" })).toHaveAttribute(
      "href",
      "/5#reviews",
    );
  });

  it("leads from a piece that was reviewed to that review, and back to none once that is deleted", async () => {
    let isReviewed = true;
    server.use(
      http.get("*/api/order/", () => {
        const [line] = lines(order({ items: [orderItem({ status: "delivered" })] }));
        return answer([{ ...line, isReviewed }] as never);
      }),
    );
    const store = makeStore("customer");
    renderWith(store, <MyOrdersPage user={asha} />);
    expect(await screen.findByRole("link", { name: "Your review, Paithani Bridal Nath" })).toHaveAttribute(
      "href",
      "/5#reviews",
    );
    isReviewed = false;
    act(() => void store.dispatch(api.util.invalidateTags([ownReviewOf(6)])));
    act(() => void store.dispatch(api.util.invalidateTags([ownReviewOf(5)])));
    expect(await screen.findByRole("link", { name: "Review it, Paithani Bridal Nath" })).toBeInTheDocument();
  });

  it("keeps the focus at an item whose button to cancel is gone with its cancellation", async () => {
    const cancelled = { status: "cancelled", packedAt: null, cancelledAt: "2026-11-19T06:10:00.000Z" } as const;
    server.use(http.post("*/api/order/cancel/", () => answer([statusChange(cancelled)] as never)));
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Cancel item, Paithani Bridal Nath" }));
    await person.click(await screen.findByRole("radio", { name: "I ordered by mistake" }));
    await person.click(screen.getByRole("button", { name: "Cancel item" }));
    const link = within(await row("Paithani Bridal Nath")).getByRole("link", { name: "Paithani Bridal Nath" });
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(link).toHaveFocus());
    await person.click(document.body);
    expect(link).not.toHaveFocus();
  });

  it("has what is still to be paid after a cancellation, also without the event of it", async () => {
    const [kept, other] = [orderItem({}), orderItem({ id: 71, itemId: 71, productName: "Jhumka" })];
    const due = (amount: number) => payment({ method: "upi", due: amount });
    const { person } = show(lines(order({ items: [kept, other], payment: due(185_066) })));
    const cancelled = { status: "cancelled", packedAt: null, cancelledAt: "2026-11-19T06:10:00.000Z" } as const;
    server.use(
      http.post("*/api/order/cancel/", () => {
        const after = order({ items: [kept, { ...other, ...cancelled }], payment: due(92_533) });
        server.use(http.get("*/api/order/", () => answer(lines(after) as never)));
        return answer([statusChange({ ...cancelled, itemId: 71 })] as never);
      }),
    );
    await person.click(await screen.findByRole("button", { name: "Cancel item, Jhumka" }));
    await person.click(await screen.findByRole("radio", { name: "I ordered by mistake" }));
    await person.click(screen.getByRole("button", { name: "Cancel item" }));
    expect(await screen.findByText(/₹92,533\.00 by UPI/)).toBeInTheDocument();
  });

  it("keeps the focus at an item whose return was requested or withdrawn", async () => {
    const history = [{ status: "requested", from: null, at: "2026-11-20T10:00:00.000Z", version: 1 }];
    const about = { id: 9, orderId: 40, itemId: 70, customerId: asha.id, productName: "Paithani Bridal Nath" };
    const wanted = { ...about, status: "requested", quantity: 1, amount: 92_533, version: 1, history };
    let returns: unknown[] = [];
    server.use(
      http.get("*/api/return/", () => answer(returns as never)),
      http.post("*/api/return/", ({ request }) => {
        const isNew = !new URL(request.url).searchParams.has("id");
        returns = [isNew ? wanted : { ...wanted, status: "withdrawn", version: 2 }];
        return answer(returns[0] as never);
      }),
    );
    const delivered = { status: "delivered", deliveredAt: new Date().toISOString() } as const;
    const { person } = show(lines(order({ items: [orderItem(delivered)] })));
    await person.click(await screen.findByRole("button", { name: "Return, Paithani Bridal Nath" }));
    await person.click(await screen.findByRole("radio", { name: "It does not fit" }));
    await person.click(screen.getByRole("button", { name: "Request return" }));
    const withdraw = await screen.findByRole("button", { name: "Withdraw return, Paithani Bridal Nath" });
    const link = screen.getByRole("link", { name: "Paithani Bridal Nath" });
    await waitFor(() => expect(link).toHaveFocus());
    await person.click(withdraw);
    expect(await screen.findByText(/^You withdrew the return/)).toBeInTheDocument();
    await waitFor(() => expect(link).toHaveFocus());
  });

  it("announces nothing for a repeated event", async () => {
    const { store } = show();
    await row("Gundla Mala");
    act(() => {
      store.dispatch(orderStatusChanged(statusChange({ version: 1, status: "ordered" })));
    });
    expect(screen.queryByText("Just now")).not.toBeInTheDocument();
  });

  it("says as of when it is while the page does not follow the shop", async () => {
    const { store } = show();
    await row("Gundla Mala");
    act(() => {
      store.dispatch(cameLive(Date.now()));
    });
    expect(screen.getByText("Live")).toBeInTheDocument();
    act(() => {
      store.dispatch(connectionLost({ state: "offline", asOf: Date.parse("2026-11-20T05:12:00.000Z") }));
    });
    expect(screen.getByText("Offline")).toBeInTheDocument();
    expect(screen.getByText("Shown as of 10:42 am")).toBeInTheDocument();
  });

  it("shows the timeline and the frozen price in the details, live", async () => {
    const { store, person } = show();
    await person.click(await screen.findByRole("button", { name: "View Details of order 40" }));
    const details = await screen.findByRole("dialog", { name: "Order 40" });
    expect(details).toHaveTextContent("Fixed on 18 Nov 2026");
    expect(details).toHaveTextContent("Making charge₹12,890.00");
    expect(details).toHaveTextContent(
      "Delivering to Asha Verma, 12 Second Main Road, Chennai, Tamil Nadu 600001, India",
    );
    act(() => {
      store.dispatch(orderStatusChanged(statusChange()));
    });
    expect(await within(details).findByText("19 Nov 2026, 11:40 am")).toBeInTheDocument();
  });

  it("puts an order's pieces into the cart again, and says what cannot be had", async () => {
    const asked: unknown[] = [];
    server.use(
      http.post("*/api/cart/", async ({ request }) => {
        asked.push(await request.json());
        return asked.length === 1 ? answer(cartLine() as never) : refusal(409, "Out of stock");
      }),
    );
    const items = [orderItem(), orderItem({ id: 71, itemId: 71, productId: 6, productQuantity: 3 })];
    const { store, person } = show(lines(order({ items })));
    await person.click(await screen.findByRole("button", { name: "Order again, order 40" }));
    const texts = () => selectToasts(store.getState()).map(({ text }) => text);
    await waitFor(() =>
      expect(texts()).toEqual(["Product added to cart", "3 pieces of this order cannot be had again now"]),
    );
    expect(asked[0]).toEqual({ customerId: asha.id, productId: 5, quantity: 1 });
  });

  it("says that the cart is full where an order's pieces have no room in it", async () => {
    const full = "Your cart has 100 items already. Please order or remove some first.";
    let asked = 0;
    server.use(
      http.post("*/api/cart/", () => {
        asked += 1;
        return asked === 2 ? answer(cartLine() as never) : refusal(409, full, { data: { maxItems: 100 } });
      }),
    );
    const { store, person } = show();
    await person.click(await screen.findByRole("button", { name: "Order again, order 40" }));
    const texts = () => selectToasts(store.getState()).map(({ text }) => text);
    await waitFor(() => expect(texts()).toEqual(["Product added to cart", full]));
    await person.click(screen.getByRole("button", { name: "Order again, order 40" }));
    await waitFor(() => expect(texts()).toEqual([full, "Product added to cart", full]));
  });

  it("is narrowed by its address, and says how many orders each choice has", async () => {
    const older = order({ id: 18, items: [orderItem({ orderId: 18, id: 30, itemId: 30, status: "delivered" })] });
    const { person } = show([...lines(twoItems), ...lines(older)], "/?status=delivered");
    expect(await screen.findByRole("region", { name: "Order 18" })).toBeInTheDocument();
    expect(screen.queryByRole("region", { name: "Order 40" })).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "All 2" })).toHaveAttribute("aria-pressed", "false");
    await person.type(screen.getByRole("searchbox", { name: "Search your orders" }), "mala");
    expect(await screen.findByText("None of your orders fits this choice.")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Ordered 1" }));
    expect(await screen.findByRole("region", { name: "Order 40" })).toBeInTheDocument();
  });

  it("goes back to the earlier orders when it is narrowed", async () => {
    const later = (id: number) => lines(order({ id, items: [orderItem({ orderId: id, id, itemId: id })] }));
    server.use(
      http.get("*/api/order/", ({ request }) =>
        new URL(request.url).searchParams.has("cursor")
          ? answer(later(3) as never)
          : answer(later(9) as never, { nextCursor: "9.1" }),
      ),
    );
    renderWith(makeStore("customer"), <MyOrdersPage user={asha} />, "/?search=3");
    expect(await screen.findByRole("region", { name: "Order 3" })).toBeInTheDocument();
  });

  it("says that earlier orders could not be loaded, rather than that none fits", async () => {
    let isAway = true;
    server.use(
      http.get("*/api/order/", ({ request }) => {
        if (!new URL(request.url).searchParams.has("cursor"))
          return answer(lines(order({ id: 9 })) as never, { nextCursor: "9.1" });
        return isAway ? refusal(503, "Try again.") : answer(lines(order({ id: 3 })) as never);
      }),
    );
    const { person } = renderWith(makeStore("customer"), <MyOrdersPage user={asha} />, "/?search=3");
    expect(await screen.findByRole("alert")).toHaveTextContent("The earlier orders could not be loaded.");
    expect(screen.queryByText("No Orders Found")).not.toBeInTheDocument();
    isAway = false;
    await person.click(screen.getByRole("button", { name: "Show earlier orders" }));
    expect(await screen.findByRole("region", { name: "Order 3" })).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  });

  it("looks on in earlier orders after a refetch of those that it has", async () => {
    const { opened: held, open: letCome } = latch();
    let asked = 0;
    server.use(
      http.get("*/api/order/", async ({ request }) => {
        asked += 1;
        if (new URL(request.url).searchParams.has("cursor"))
          return asked === 2 ? refusal(503, "Away.") : answer(lines(order({ id: 3 })) as never);
        if (asked > 1) await held;
        return answer(lines(order({ id: 9 })) as never, { nextCursor: "9.1" });
      }),
    );
    const store = makeStore("customer");
    renderWith(store, <MyOrdersPage user={asha} />, "/?search=3");
    await screen.findByRole("alert");
    await repeatFailed(store, "getMyOrders");
    expect(screen.queryByText("No Orders Found")).not.toBeInTheDocument();
    letCome();
    expect(await screen.findByRole("region", { name: "Order 3" })).toBeInTheDocument();
  });

  it("looks on in earlier orders though those that it has are being refetched when it is narrowed", async () => {
    const { opened: held, open: letCome } = latch();
    let isFirst = true;
    server.use(
      http.get("*/api/order/", async ({ request }) => {
        if (new URL(request.url).searchParams.has("cursor"))
          return answer(lines(order({ id: 3, items: [orderItem({ orderId: 3, status: "delivered" })] })) as never);
        if (!isFirst) await held;
        isFirst = false;
        return answer(lines(order({ id: 9 })) as never, { nextCursor: "9.1" });
      }),
    );
    const store = makeStore("customer");
    const { person } = renderWith(store, <MyOrdersPage user={asha} />);
    await screen.findByRole("region", { name: "Order 9" });
    act(() => {
      store.dispatch(api.util.invalidateTags(["Order"]));
    });
    await person.click(screen.getByRole("button", { name: /^Delivered/ }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Order 9" })).not.toBeInTheDocument());
    expect(screen.queryByText("No Orders Found")).not.toBeInTheDocument();
    letCome();
    expect(await screen.findByRole("region", { name: "Order 3" })).toBeInTheDocument();
  });

  it("keeps an order visible whose new status does not match the filter", async () => {
    const { store } = show(lines(twoItems), "/?status=ordered&search=nath");
    await row("Paithani Bridal Nath");
    act(() => {
      store.dispatch(orderStatusChanged(statusChange()));
    });
    expect(await screen.findByText("Paithani Bridal Nath in order 40 is now packed.")).toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Order 40" })).toBeInTheDocument();
  });

  it("shows what to do when there are no orders", async () => {
    show([]);
    expect(await screen.findByText("No Orders Found")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "See all jewellery" })).toBeInTheDocument();
  });

  it("offers the way on when the orders cannot be loaded", async () => {
    server.use(http.get("*/api/order/", () => refusal(503, "Try again."), { once: true }));
    const { person } = renderWith(makeStore("customer"), <MyOrdersPage user={asha} />);
    expect(await screen.findByText("Failed to load orders")).toBeInTheDocument();
    server.use(http.get("*/api/order/", () => answer(lines() as never)));
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Order 40" })).toBeInTheDocument();
  });
});
