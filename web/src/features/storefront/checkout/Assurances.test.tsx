import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { ShopOut } from "@/shared/api/schema";
import type { CartLine } from "@/shared/api/types";
import { cartLine } from "@/shared/test/fixtures";
import { Assurances } from "./Assurances";

const shop: ShopOut = {
  methods: [],
  paymentHours: 72,
  returnDays: 30,
  holdMinutes: 15,
  panAbove: null,
  hasTaxInvoices: false,
  isDeliveryInsured: false,
};

function lineOf(hallmark: CartLine["product"]["hallmark"]): CartLine {
  const line = cartLine();
  return { ...line, product: { ...line.product, hallmark } };
}

function titles(lines: CartLine[], beside: Partial<ShopOut> = {}) {
  const view = render(<Assurances lines={lines} shop={{ ...shop, ...beside }} />);
  const row = within(screen.getByRole("region", { name: "What you can rely on" }));
  const found = row.getAllByRole("listitem").map((each) => each.querySelector("b")?.textContent);
  view.unmount();
  return found;
}

test("the shop promises what holds for the pieces and with its settings", () => {
  expect(titles([lineOf("22K916")])).toEqual([
    "Hallmarked 22K916",
    "Cancel until it is packed",
    "30 days to return it",
  ]);
  expect(titles([lineOf("22K916")], { isDeliveryInsured: true, returnDays: 1 })).toEqual([
    "Hallmarked 22K916",
    "Insured until it is in your hands",
    "1 day to return it",
  ]);
});

test("it does not promise a hallmark that a piece has not, nor returns that it does not take", () => {
  expect(titles([lineOf("22K916"), lineOf(null)], { returnDays: 0 })).toEqual(["Cancel until it is packed"]);
  expect(titles([lineOf("22K916"), lineOf("24K999")])).toContain("Hallmarked");
});

test("it names the tax invoice where the shop issues one", () => {
  expect(titles([lineOf(null)])).not.toContain("Tax invoice");
  expect(titles([lineOf(null)], { hasTaxInvoices: true })).toContain("Tax invoice");
});
