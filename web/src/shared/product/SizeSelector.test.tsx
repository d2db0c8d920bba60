import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import type { SizeOut } from "@/shared/api/schema";
import type { Product } from "@/shared/api/types";
import { product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { type CardAction, ProductCard } from "./ProductCard";
import { SizeSelector, useChosenSize } from "./SizeSelector";
import { inSize, itemTitle, lineKey } from "./sizeText";

const size = (label: string, over: Partial<SizeOut> = {}): SizeOut => ({
  label,
  diameter: 16.6,
  length: null,
  weight: 6.4,
  grossWeight: null,
  makingCharge: 12_890,
  wastageCharge: 3790,
  metalValue: 75_852.8,
  mrp: 92_533,
  ornamentPrice: 92_533,
  stockAvailability: "yes",
  stockLeft: null,
  isDefault: false,
  ...over,
});

const ring = (over: Partial<SizeOut> = {}) =>
  product({
    sizes: [
      size("10", { weight: 6, ornamentPrice: 88_000 }),
      size("12", { isDefault: true, ...over }),
      size("14", { weight: 7, ornamentPrice: 99_000, stockAvailability: "no", stockLeft: 0 }),
    ],
  });

const Action: CardAction = () => null;

function Page({ product, first }: { product: Product; first?: string }) {
  const { size, shown, choose } = useChosenSize(product, first);
  return (
    <>
      <SizeSelector product={product} size={size} onChoose={choose} />
      <output>
        {size} {shown.ornamentPrice} {shown.stockAvailability}
      </output>
    </>
  );
}

it("begins with the size that a link names, even where it is out of stock", () => {
  render(<Page product={ring()} first="14" />);
  expect(screen.getByRole("status")).toHaveTextContent("14 99000 no");
});

it("begins with the default size, and shows the figures of another one at once", async () => {
  render(<Page product={ring()} />);
  expect(screen.getByRole("group", { name: "Size 12 16.6 mm inside" })).toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("12 92533 yes");
  await userEvent.click(screen.getByRole("radio", { name: "10" }));
  expect(screen.getByRole("status")).toHaveTextContent("10 88000 yes");
  await userEvent.click(screen.getByRole("radio", { name: /^14\s?, out of stock$/ }));
  expect(screen.getByRole("status")).toHaveTextContent("14 99000 no");
});

it("keeps the chosen size when it runs out, and follows its new price", async () => {
  const { rerender } = render(<Page product={ring()} />);
  rerender(<Page product={ring({ stockAvailability: "no", ornamentPrice: 95_000 })} />);
  expect(screen.getByRole("status")).toHaveTextContent("12 95000 no");
});

it("begins with a size that is in stock where the default one is not", () => {
  render(<Page product={ring({ stockAvailability: "no" })} />);
  expect(screen.getByRole("radio", { name: "10" })).toBeChecked();
});

it("begins in the quick view of a card with the size of the card, and leads to it", async () => {
  const store = makeStore("customer");
  const { person } = renderWith(store, <ProductCard product={ring()} size="10" Action={Action} />, "/wishlist?size=12");
  await person.click(screen.getByRole("button", { name: /^Quick view/ }));
  expect(await screen.findByRole("radio", { name: "10" })).toBeChecked();
  const link = screen.getByRole("link", { name: "All about this piece" });
  expect(link).toHaveAttribute("href", "/5?size=10");
  await person.click(screen.getByRole("radio", { name: "12" }));
  expect(link).toHaveAttribute("href", "/5?size=12");
});

it("begins in the quick view of a list with the size that is searched for", async () => {
  const store = makeStore("customer");
  const { person } = renderWith(store, <ProductCard product={ring()} Action={Action} />, "/products?size=10");
  await person.click(screen.getByRole("button", { name: /^Quick view/ }));
  expect(await screen.findByRole("radio", { name: "10" })).toBeChecked();
});

it("shows nothing for a product without sizes", () => {
  render(<Page product={product()} />);
  expect(screen.queryByRole("group")).not.toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("92533 yes");
});

it("names lines by product and size", () => {
  expect(itemTitle({ productName: "Ring", size: "12" })).toBe("Ring, size 12");
  expect(itemTitle({ productName: "Chain", size: "18 in" })).toBe("Chain, 18 inches");
  expect(itemTitle({ productName: "Nath" })).toBe("Nath");
  expect(lineKey({ productId: 5, size: "12" })).not.toBe(lineKey({ productId: 5, size: null }));
  expect(inSize(ring(), "14").weight).toBe(7);
});
