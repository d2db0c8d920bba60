import { screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { makeStore } from "@/app/store";
import { AddToCartButton } from "@/features/storefront/cart/AddToCartButton";
import type { Facets, Product } from "@/shared/api/types";
import { useScrollReset } from "@/shared/hooks/useScrollReset";
import { product } from "@/shared/test/fixtures";
import { latch } from "@/shared/test/latch";
import { renderWith } from "@/shared/test/render";
import { repeatFailed } from "@/shared/test/repeat";
import { answer, refusal, server } from "@/shared/test/server";
import { Link } from "@/shared/ui/Link";
import { ProductListPage } from "./ProductListPage";

const facets: Facets = {
  category: [
    { id: 1, code: "RINGS", name: "Rings", count: 5 },
    { id: 2, code: "EARRINGS", name: "Earrings", count: 4 },
    { id: 3, code: "CHAINS", name: "Chains", count: 0 },
  ],
  productType: [{ value: "men", count: 4 }],
  purity: [{ value: "22k", count: 9 }],
  stock: [{ value: "yes", count: 8 }],
  rating: [{ minRating: 4, count: 7 }],
  weight: [
    { minWeight: null, maxWeight: 5, count: 3 },
    { minWeight: 5, maxWeight: 10, count: 0 },
    { minWeight: 50, maxWeight: null, count: null },
  ],
  size: [],
  stone: [],
  price: { min: 1, max: 9, bands: [{ minPrice: 50_000, maxPrice: 99_999.99, count: 4 }] },
};

/** Records the requests. */
function shop(pages: Product[][] = [[product()]], searchedFor: string | null = null, all = facets) {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/category/", () => answer(facets.category.map((row) => ({ ...row, imageUrl: null })))),
    http.get("*/api/product/customer/", ({ request }) => {
      const params = new URL(request.url).searchParams;
      // Not the pieces that follow a short list.
      if (params.get("limit") === "12") asked.push(params);
      const at = Number(params.get("cursor") ?? 0);
      const nextCursor = at + 1 < pages.length ? String(at + 1) : null;
      const total = pages.flat().length;
      const counts = params.get("facets") === "false" ? null : all;
      return answer((pages[at] ?? []) as never, { nextCursor, total, searchedFor, facets: counts as never });
    }),
  );
  return asked;
}

function Address() {
  const { search } = useLocation();
  return <p data-testid="address">{search}</p>;
}
const address = () => screen.getByTestId("address").textContent;

const show = (
  path = "/products",
  collection: Parameters<typeof ProductListPage>[0]["collection"] = { title: "All jewellery" },
) => {
  const store = makeStore("customer");
  const page = (
    <>
      <ProductListPage collection={collection} Action={AddToCartButton} />
      <Address />
    </>
  );
  return { store, ...renderWith(store, page, path) };
};

describe("the list", () => {
  it("keeps its filters in the address and asks the server with them", async () => {
    const asked = shop();
    const { person } = show();
    await person.click(await screen.findByRole("checkbox", { name: /^Rings/ }));
    await person.click(screen.getByRole("checkbox", { name: /^Earrings/ }));
    expect(address()).toBe("?categoryId=1&categoryId=2");
    await waitFor(() => expect(asked.at(-1)?.getAll("categoryId")).toEqual(["1", "2"]));
    await person.click(screen.getByRole("checkbox", { name: /^₹50,000 to ₹1,00,000/ }));
    await waitFor(() => expect(asked.at(-1)?.get("maxPrice")).toBe("99999.99"));
    expect(screen.queryByRole("checkbox", { name: /^Chains/ })).not.toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Clear all" }));
    expect(address()).toBe("");
  });

  it("offers no filter value that all products have, unless it is selected", async () => {
    shop();
    show("/products?productType=men");
    expect(await screen.findByRole("checkbox", { name: /^Men/ })).toBeChecked();
    expect(screen.getByRole("group", { name: "Rating" })).toBeInTheDocument();
    expect(screen.queryByRole("group", { name: "Purity" })).not.toBeInTheDocument();
  });

  it("counts the weights, and says nothing of those that are not counted", async () => {
    shop();
    show("/products?minWeight=10&maxWeight=20");
    const weights = within(await screen.findByRole("group", { name: "Weight of gold" })).getAllByRole("checkbox");
    expect(weights.map((box) => box.closest("label")?.textContent)).toEqual(["Up to 5 gm, 3", "50 gm and above"]);
  });

  it("has a group for the sizes of each kind, and shortens long groups", async () => {
    const size = [...["8", "10", "12", "14", "16", "18", "20", "22", "24"], "2.6", "18 in"];
    shop([[product()]], null, { ...facets, size: size.map((value) => ({ value, count: 1 })) });
    const { person } = show("/products?size=24");
    const rings = await screen.findByRole("group", { name: "Ring size" });
    const shown = () =>
      within(rings)
        .getAllByRole("checkbox")
        .map((box) => box.closest("label")?.textContent);
    expect(shown()).toEqual(["8, 1", "10, 1", "12, 1", "14, 1", "16, 1", "18, 1", "24, 1"]);
    await person.click(within(rings).getByRole("button", { name: "Show all 9, Ring size" }));
    expect(shown()).toHaveLength(9);
    expect(screen.getByRole("group", { name: "Bangle size" })).toHaveTextContent("2.6, 1");
    expect(screen.getByRole("group", { name: "Length of chain" })).toHaveTextContent("18 inches, 1");
  });

  it.each(["Ruby", "Cat's eye", "CZ 2 mm", "Ruby & pearl", "माणिक", "y".repeat(60)])(
    "filters by the stone %s",
    async (value) => {
      const asked = shop([[product()]], null, { ...facets, stone: [{ value, count: 1 }] as never });
      const { person } = show("/products?stone=a%7Cb&stone=%07&stone=+");
      await person.click(await screen.findByRole("checkbox", { name: new RegExp(`^${value}`) }));
      await waitFor(() => expect(asked.at(-1)?.getAll("stone")).toEqual([value]));
      expect(screen.getByRole("checkbox", { name: new RegExp(`^${value}`) })).toBeChecked();
      expect(screen.getByRole("button", { name: `Remove ${value}` })).toBeInTheDocument();
    },
  );

  it("ignores values that no filter has", async () => {
    const asked = shop();
    show("/products?productType=constructor&stock=toString&productType=men");
    expect(await screen.findByRole("checkbox", { name: /^Men/ })).toBeChecked();
    expect(asked.at(-1)?.getAll("productType")).toEqual(["men"]);
    expect(asked.at(-1)?.getAll("stock")).toEqual([]);
  });

  it("turns a price range round that goes from high to low", async () => {
    const asked = shop();
    const { person } = show("/products?minPrice=900&maxPrice=5");
    expect(await screen.findByRole("button", { name: "Remove ₹5 to ₹900" })).toBeInTheDocument();
    expect(asked.at(-1)?.get("minPrice")).toBe("5");
    expect(asked.at(-1)?.get("maxPrice")).toBe("900");
    await person.clear(screen.getAllByLabelText("Lowest price in rupees")[0] as HTMLElement);
    await person.type(screen.getAllByLabelText("Lowest price in rupees")[0] as HTMLElement, "70000");
    await person.click(screen.getAllByRole("button", { name: "Set the price range" })[0] as HTMLElement);
    expect(address()).toBe("?minPrice=900&maxPrice=70000");
  });

  it("says that a category does not exist", async () => {
    shop([[]]);
    show("/products?categoryId=99");
    expect(await screen.findByRole("heading", { name: "This category does not exist" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "See all categories" })).toHaveAttribute("href", "/categories");
  });

  it("does not say so without the categories", async () => {
    shop([[]]);
    server.use(http.get("*/api/category/", () => refusal(503, "")));
    show("/products?categoryId=3");
    expect(await screen.findByRole("heading", { name: "Nothing found" })).toBeInTheDocument();
    expect(screen.queryByRole("heading", { name: "This category does not exist" })).not.toBeInTheDocument();
  });

  it("starts with the category of the address and removes it with its last choice", async () => {
    shop();
    const { person } = show("/wedding-jewellery?categoryId=1", { title: "Wedding Jewellery", productType: "wedding" });
    const rings = await screen.findByRole("checkbox", { name: /^Rings/ });
    expect(rings).toBeChecked();
    await person.click(rings);
    expect(address()).toBe("");
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Wedding Jewellery");
  });

  it("holds a collection to its type, whatever the address says", async () => {
    const asked = shop();
    show("/kids-jewellery?productType=men&stock=maybe&minPrice=x", { title: "Kids", productType: "kids" });
    await screen.findByRole("heading", { name: "Paithani Bridal Nath" });
    expect(asked[0]?.toString()).toBe("productType=kids&sort=bestSelling&limit=12");
  });

  it("sorts, and sets any price range", async () => {
    const asked = shop();
    const { person } = show();
    await screen.findByRole("heading", { name: "Paithani Bridal Nath" });
    await person.selectOptions(screen.getAllByRole("combobox", { name: "Sort by" })[0] as Element, "priceAsc");
    await person.type(screen.getByRole("textbox", { name: /^Lowest price/ }), "₹ 20,000.00");
    await person.click(screen.getByRole("button", { name: "Set the price range" }));
    expect(address()).toBe("?sort=priceAsc&minPrice=20000");
    await waitFor(() => expect(asked.at(-1)?.get("minPrice")).toBe("20000"));
    expect(screen.getByRole("button", { name: "Remove ₹20,000 and above" })).toBeInTheDocument();
  });

  it("takes a price that was typed by the next tap, also of the button that closes the filters of a phone", async () => {
    const asked = shop();
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Filter" }));
    const sheet = await screen.findByRole("dialog", { name: "Filter" });
    await person.type(await within(sheet).findByRole("textbox", { name: /^Highest price/ }), "1,15,000");
    await person.click(within(sheet).getByRole("checkbox", { name: /^Rings/ }));
    await waitFor(() => expect(address()).toBe("?maxPrice=115000&categoryId=1"));
    await person.type(within(sheet).getByRole("textbox", { name: /^Lowest price/ }), "Rs. 5000/-");
    await person.click(within(sheet).getByRole("button", { name: "Show 1 piece" }));
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
    expect(address()).toBe("?maxPrice=115000&categoryId=1&minPrice=5000");
    await waitFor(() => expect(asked.at(-1)?.get("minPrice")).toBe("5000"));
  });

  it.each(["1.5 lakh", "abc", "-5", "10-20"])("does not take %s for a price, and says so", async (typed) => {
    shop();
    const { person } = show();
    await person.click(await screen.findByRole("button", { name: "Filter" }));
    const sheet = await screen.findByRole("dialog", { name: "Filter" });
    const most = within(sheet).getByRole("textbox", { name: /^Highest price/ });
    await person.type(most, typed);
    await person.click(within(sheet).getByRole("button", { name: "Show 1 piece" }));
    expect(within(sheet).getByRole("alert")).toHaveTextContent("Please write the price in digits, such as 1,50,000.");
    expect(most).toBeInvalid();
    expect(most).toHaveFocus();
    expect(within(sheet).getByRole("textbox", { name: /^Lowest price/ })).toBeValid();
    expect(address()).toBe("");
    await person.clear(most);
    expect(within(sheet).queryByRole("alert")).not.toBeInTheDocument();
    await person.click(within(sheet).getByRole("button", { name: "Show 1 piece" }));
    await waitFor(() => expect(sheet).not.toBeInTheDocument());
  });

  it("leaves the focus beside the filter that was taken away, and at the filters after the last", async () => {
    shop();
    const { person } = show("/products?stock=yes&purity=22k&minRating=4");
    await screen.findByRole("heading", { name: "Paithani Bridal Nath" });
    const chip = (name: string) => screen.getByRole("button", { name: `Remove ${name}` });
    await person.click(chip("22k gold"));
    expect(chip("In stock")).toHaveFocus();
    await person.keyboard("{Enter}");
    expect(address()).toBe("?minRating=4");
    const [last] = screen.getAllByRole("button", { name: /^Remove/ });
    expect(last).toHaveFocus();
    await person.keyboard("{Enter}");
    expect(address()).toBe("");
    expect(screen.getByRole("button", { name: "Filter" })).toHaveFocus();
  });

  it("shows more on demand, and says how many are shown", async () => {
    const page = (from: number) =>
      Array.from({ length: 12 }, (_, at) => product({ id: from + at, name: `Ring ${from + at}` }));
    shop([page(1), page(13), [product({ id: 99, name: "The last ring" })]]);
    const { person } = show();
    expect(await screen.findByText("12 of 25 shown")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Show more pieces" }));
    expect(await screen.findByText("24 of 25 shown")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Show more pieces" }));
    expect(await screen.findByRole("heading", { name: "The last ring" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Show more pieces" })).not.toBeInTheDocument();
  });

  it("says what was searched for instead of a misspelt word, and opens with the best match", async () => {
    const asked = shop([[product()]], "necklaces");
    show("/products?search=necklase");
    expect(await screen.findByText("1 piece for “necklaces”, which is the nearest that we have")).toBeInTheDocument();
    expect(asked[0]?.get("sort")).toBe("bestMatch");
  });

  it("offers the best match for searches alone", async () => {
    shop();
    show();
    const [sort] = await screen.findAllByRole("combobox", { name: "Sort by" });
    expect([...(sort as HTMLSelectElement).options].map(({ value }) => value)).not.toContain("bestMatch");
    expect(sort).toHaveValue("bestSelling");
  });

  it("says what was searched for where nothing has its words", async () => {
    shop([[]]);
    show("/products?search=zz");
    expect(await screen.findByRole("heading", { name: "Results for “zz”" })).toBeInTheDocument();
    expect(await screen.findByText("No piece, category or code has the words “zz”.")).toBeInTheDocument();
    expect(screen.getByRole("complementary", { name: "Filters" })).toBeEmptyDOMElement();
  });

  it("says when it cannot be loaded, and tries again", async () => {
    shop();
    server.use(http.get("*/api/product/customer/", () => refusal(500, "")));
    const { person } = show();
    const problem = await screen.findByRole("alert");
    expect(within(problem).getByText("Failed to fetch products or images")).toBeInTheDocument();
    shop();
    await person.click(within(problem).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Paithani Bridal Nath" })).toBeInTheDocument();
  });

  it("keeps its title, and shows no filters, while what did not come is asked for again", async () => {
    const { opened: held, open: letCome } = latch();
    onTestFinished(letCome);
    let isAway = true;
    const failing = async () => {
      if (isAway) return refusal(503, "Away.");
      await held;
      return undefined;
    };
    shop();
    server.use(http.get("*/api/category/", failing), http.get("*/api/product/customer/", failing));
    const { store } = show("/products?categoryId=1");
    await screen.findByRole("alert");
    expect(await screen.findByRole("heading", { name: "All jewellery" })).toBeInTheDocument();
    isAway = false;
    await repeatFailed(store, "getCategories");
    await repeatFailed(store, "getProductList");
    expect(screen.getByRole("heading", { name: "All jewellery" })).toBeInTheDocument();
    expect(screen.getByRole("complementary", { name: "Filters" })).toBeEmptyDOMElement();
  });
});

describe("the position on the page", () => {
  function Frame() {
    const main = useRef<HTMLElement>(null);
    const navigate = useNavigate();
    useScrollReset(main);
    return (
      <main ref={main} tabIndex={-1}>
        <ProductListPage collection={{ title: "All jewellery" }} Action={AddToCartButton} />
        <Link to="/products?categoryId=2">All earrings</Link>
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
        <Address />
      </main>
    );
  }

  it("is the top after a link to another list, and stays after the list's own filters and on the way back", async () => {
    shop();
    const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    onTestFinished(() => scrolled.mockRestore());
    const { person } = renderWith(makeStore("customer"), <Frame />, "/products?stock=yes");
    await person.click(await screen.findByRole("checkbox", { name: /^Rings/ }));
    await waitFor(() => expect(address()).toBe("?stock=yes&categoryId=1"));
    expect(scrolled).not.toHaveBeenCalled();
    await person.click(screen.getByRole("link", { name: "All earrings" }));
    await waitFor(() => expect(address()).toBe("?categoryId=2"));
    expect(scrolled).toHaveBeenCalledTimes(1);
    expect(screen.getByRole("main")).toHaveFocus();
    await person.click(screen.getByRole("button", { name: "Back" }));
    await waitFor(() => expect(address()).toBe("?stock=yes&categoryId=1"));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });
});
