import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { Route, Routes, useLocation } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { AddToCartButton } from "@/features/storefront/cart/AddToCartButton";
import { api } from "@/shared/api/api";
import type { SizeOut, StockRequestOut } from "@/shared/api/schema";
import type { ProductImage } from "@/shared/api/types";
import { notifyTexts } from "@/shared/product/useStockRequest";
import { selectRecentlyViewed } from "@/shared/session/localHistorySlice";
import { shopperSignedIn } from "@/shared/session/sessionSlice";
import { asha, product } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { answer, refusal, server } from "@/shared/test/server";
import { selectToasts } from "@/shared/toasts/toastsSlice";
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

function SignIn() {
  const { search, state } = useLocation();
  return (
    <output>
      {decodeURIComponent(search)} {state.pendingAction.size}
    </output>
  );
}

function show(path: string) {
  const store = makeStore("customer");
  const page = (
    <Routes>
      <Route path="login" element={<SignIn />} />
      <Route path=":id" element={<ProductPage Action={AddToCartButton} notFound={<p>Not in the shop</p>} />} />
    </Routes>
  );
  return { store, ...renderWith(store, page, path) };
}

describe("the product page", () => {
  it.each([
    [30, "30-day money-back guarantee"],
    [7, "7-day money-back guarantee"],
    [0, null],
  ])("promises a return within the %i days of the shop", async (returnDays, promise) => {
    server.use(http.get("*/api/contact/", () => answer({ chatNumber: null, socialLinks: [], returnDays })));
    show("/5");
    await screen.findByText("In stock. Delivered in 3-5 days.");
    if (promise) expect(await screen.findByText(promise)).toBeInTheDocument();
    else expect(screen.queryByText(/money-back/)).not.toBeInTheDocument();
  });

  it.each(["/77", "/0", "/01", "/-1", "/99999999999999999999"])("says that %s is not in the shop", async (path) => {
    show(path);
    expect(await screen.findByText("Not in the shop")).toBeInTheDocument();
  });

  it("shows the list's data of a product until its own is loaded", async () => {
    const { opened: own, open: arrive } = latch();
    const { person } = show("/8");
    const link = await screen.findByRole("link", { name: nath.name });
    server.use(
      http.get("*/api/product/customer/", async ({ request }) => {
        if (new URL(request.url).searchParams.get("id") !== "5") return undefined;
        await own;
        return answer({ ...nath, ornamentPrice: 99_000 } as never);
      }),
    );
    await person.click(link);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(nath.name);
    const price = () => screen.getByRole("row", { name: /^Price/ });
    expect(price()).toHaveTextContent("₹92,533.00");
    arrive();
    await waitFor(() => expect(price()).toHaveTextContent("₹99,000.00"));
  });

  it("opens at its reviews where the address says so", async () => {
    show("/5#reviews");
    expect(await screen.findByRole("tab", { name: "Reviews" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("tab", { name: "Reviews" })).toHaveFocus();
  });

  it("has the buttons of its bar before its information and other pieces in the order of Tab", async () => {
    show("/5");
    const tab = await screen.findByRole("tab", { name: "Descriptions" });
    const bar = document.querySelector(".buybar") as HTMLElement;
    expect(bar.compareDocumentPosition(tab)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("leads from the number of its reviews to them", async () => {
    server.use(
      http.get("*/api/product/customer/", ({ request }) =>
        answer((new URL(request.url).searchParams.has("id") ? { ...nath, reviewCount: 3 } : []) as never),
      ),
      http.get("*/api/review/", () => answer([], { total: 0 } as never)),
    );
    const { person } = show("/5");
    await person.click(await screen.findByRole("button", { name: "3 reviews" }));
    expect(screen.getByRole("tab", { name: "Reviews" })).toHaveAttribute("aria-selected", "true");
    expect(screen.getByRole("tab", { name: "Reviews" })).toHaveFocus();
    expect(await screen.findByText("Nobody has reviewed this piece yet.")).toBeInTheDocument();
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

  it("changes its pictures by swiping", async () => {
    show("/5");
    await screen.findByRole("img", { name: nath.name });
    const draw = (dx: number, dy: number) => {
      const picture = screen.getByRole("img", { name: nath.name });
      fireEvent.touchStart(picture, { touches: [{ clientX: 200, clientY: 300 }] });
      fireEvent.touchEnd(picture, { changedTouches: [{ clientX: 200 + dx, clientY: 300 + dy }] });
    };
    const shown = () => screen.getAllByRole("button", { current: true })[0];
    draw(-120, 10);
    expect(shown()).toHaveAccessibleName("View 2 of 5");
    draw(-60, 200);
    draw(20, 0);
    expect(shown()).toHaveAccessibleName("View 2 of 5");
    draw(120, 0);
    draw(120, 0);
    expect(shown()).toHaveAccessibleName("View 5 of 5");
  });

  it("closes dialogs with the phone's back button", async () => {
    const watchers: { onclose?: () => void; destroy: () => void }[] = [];
    vi.stubGlobal(
      "CloseWatcher",
      class {
        onclose?: () => void;
        constructor() {
          watchers.push(this);
        }
        destroy() {
          watchers.splice(watchers.indexOf(this), 1);
        }
      },
    );
    const { person } = show("/5");
    await person.click(await screen.findByRole("button", { name: "Quick view, Leaf Ring" }));
    await screen.findByRole("dialog", { name: "Leaf Ring" });
    act(() => watchers.at(-1)?.onclose?.());
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(watchers).toEqual([]);
    vi.unstubAllGlobals();
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
    expect(selectRecentlyViewed(store.getState())).toEqual([5, 8, 77]);
  });
});

describe("the chosen size", () => {
  const size = (label: string, isDefault = false, stockAvailability = "yes") =>
    ({ label, isDefault, weight: 6.4, ornamentPrice: 92_533, stockAvailability, stockLeft: null }) as SizeOut;
  beforeEach(() => {
    const sized = { ...nath, sizes: [size("12", true), size("14"), { ...size("16"), ornamentPrice: 101_000 }] };
    server.use(
      http.get("*/api/product/customer/", ({ request }) =>
        new URL(request.url).searchParams.get("id") === "5" ? answer(sized as never) : undefined,
      ),
    );
  });

  it("is in the address, so that a visitor returns to it from the sign-in", async () => {
    const { person } = show("/5?from=mail");
    await person.click(await screen.findByRole("radio", { name: "16" }));
    await person.click(screen.getByRole("radio", { name: "14" }));
    expect(screen.getByRole("radio", { name: "14" })).toBeChecked();
    const [add] = screen.getAllByRole("button", { name: `Add To Cart, ${nath.name}` });
    await person.click(add as HTMLElement);
    expect(screen.getByRole("status")).toHaveTextContent("?next=/5?from=mail&size=14 14");
  });

  it("has its price said by a region that stands on the page", async () => {
    const { person } = show("/5");
    const region = (await screen.findByText("₹92,533.00", { selector: ".bigprice" })).closest("[role=status]");
    await person.click(screen.getByRole("radio", { name: "16" }));
    expect(region).toHaveTextContent("₹1,01,000.00");
  });

  it("leaves the address of the page alone while another piece is looked at", async () => {
    ring.sizes = [size("10"), size("12", true), size("14", false, "no")];
    const { person } = show("/5");
    await person.click(await screen.findByRole("radio", { name: "14" }));
    await person.click(await screen.findByRole("button", { name: "Quick view, Leaf Ring" }));
    const quick = await screen.findByRole("dialog", { name: "Leaf Ring" });
    expect(within(quick).getByRole("radio", { name: "12" })).toBeChecked();
    await person.click(within(quick).getByRole("radio", { name: "10" }));
    await person.click(within(quick).getByRole("button", { name: "Add To Cart, Leaf Ring" }));
    expect(screen.getByRole("status")).toHaveTextContent("?next=/5?size=14 10");
    ring.sizes = [];
  });
});

describe("the hallmark", () => {
  it("has a seal, and a line in the information", async () => {
    nath.hallmark = "22K916";
    const { person } = show("/5");
    expect(await screen.findByText("BIS hallmarked, 22K916")).toBeInTheDocument();
    await person.click(screen.getByRole("tab", { name: "Information" }));
    expect(screen.getByText("22K916, BIS")).toBeInTheDocument();
    nath.hallmark = null;
  });

  it("is not spoken of where a product has none", async () => {
    show("/8");
    expect(await screen.findByRole("heading", { name: "Leaf Ring" })).toBeInTheDocument();
    expect(screen.queryByText(/hallmark/i)).not.toBeInTheDocument();
  });
});

describe("the measures", () => {
  const caption = "36.6 mm wide, 32.5 mm high";

  it("are drawn to scale beside a coin, and told in the information", async () => {
    server.use(http.get("*/api/product/customer/", () => answer({ ...nath, width: 36.6, height: 32.5 } as never)));
    const { person } = show("/5");
    expect(await screen.findByText(`${caption}, beside a ten-rupee coin of 27 mm`)).toBeInTheDocument();
    await person.click(screen.getByRole("tab", { name: "Information" }));
    expect(screen.getByText("Dimensions").nextSibling).toHaveTextContent(caption);
  });

  it("are not spoken of where the shop does not say them", async () => {
    const { person } = show("/5");
    await person.click(await screen.findByRole("tab", { name: "Information" }));
    expect(screen.queryByText("Dimensions")).not.toBeInTheDocument();
    expect(screen.queryByText(/ten-rupee coin/)).not.toBeInTheDocument();
  });
});

describe("the last pieces", () => {
  it("shows how many are left, and follows the count", async () => {
    const few = product({ stockLeft: 2 });
    server.use(
      http.get("*/api/product/customer/", ({ request }) =>
        answer((new URL(request.url).searchParams.has("id") ? few : [few]) as never),
      ),
    );
    show("/5");
    expect(await screen.findAllByText("Only 2 left")).not.toHaveLength(0);
    expect(screen.getAllByRole("button", { name: /^Add To Cart/ })).not.toHaveLength(0);
  });

  it("sells out and comes back on the open page", async () => {
    let shown = product();
    server.use(
      http.get("*/api/product/customer/", ({ request }) =>
        answer((new URL(request.url).searchParams.has("id") ? shown : []) as never),
      ),
    );
    const { store } = show("/5");
    const add = { name: /^Add To Cart/ };
    expect(await screen.findAllByRole("button", add)).not.toEqual([]);
    const follow = (stockAvailability: "yes" | "no") => {
      shown = product({ stockAvailability });
      act(() => void store.dispatch(api.util.invalidateTags(["Product"])));
    };
    follow("no");
    expect(await screen.findByText("Out of stock just now.")).toBeInTheDocument();
    expect(screen.getByText("Out of stock", { selector: ".stock-row *" })).toHaveClass("out");
    expect(screen.getByRole("region", { name: "Out of stock" })).toBeInTheDocument();
    expect(screen.queryByRole("button", add)).not.toBeInTheDocument();
    follow("yes");
    expect(await screen.findAllByRole("button", add)).not.toEqual([]);
    expect(screen.queryByRole("region", { name: "Out of stock" })).not.toBeInTheDocument();
  });

  it("asks for a mail in the place of the cart, and takes that back", async () => {
    const requests: StockRequestOut[] = [];
    const gone = product({ stockAvailability: "no", stockLeft: 0 });
    server.use(
      http.get("*/api/product/customer/", ({ request }) =>
        answer((new URL(request.url).searchParams.has("id") ? gone : []) as never),
      ),
      http.get("*/api/cart/", () => HttpResponse.json([])),
      http.get("*/api/wishlist/", () => HttpResponse.json([])),
      http.get("*/api/stock/request/", () => answer(requests as never)),
      http.post("*/api/stock/request/", async ({ request }) => {
        expect(await request.json()).toEqual({ productId: gone.id });
        requests.push({
          id: 7,
          productId: gone.id,
          size: null,
          askedAt: "2026-11-20T10:15:00.000Z",
          emailConfirmed: false,
        });
        return answer(requests[0] as never);
      }),
      http.delete("*/api/stock/request/", ({ request }) => {
        expect(new URL(request.url).searchParams.get("id")).toBe("7");
        requests.pop();
        return answer(null as never);
      }),
    );
    const { store } = show("/5");
    act(() => void store.dispatch(shopperSignedIn(asha)));
    const panel = await screen.findByRole("region", { name: "Out of stock" });
    expect(screen.queryByRole("button", { name: /^Add To Cart/ })).not.toBeInTheDocument();
    const notify = await within(panel).findByRole("button", { name: `Notify me, ${gone.name}` });
    notify.focus();
    fireEvent.click(notify);
    expect(await within(panel).findByText("We will write to you.")).toBeInTheDocument();
    const noMore = within(panel).getByRole("button", { name: "Do not notify me" });
    expect(noMore).toHaveFocus();
    expect(panel).toHaveTextContent(`${asha.email}, as soon as it is back. Please confirm this address first`);
    expect(within(panel).getByRole("link", { name: "sent again" })).toHaveAttribute("href", "/profile");
    expect(selectToasts(store.getState())[0]?.text).toBe(notifyTexts.unconfirmed);
    fireEvent.click(noMore);
    expect(await within(panel).findByRole("button", { name: `Notify me, ${gone.name}` })).toHaveFocus();
    expect(requests).toEqual([]);
  });
});
