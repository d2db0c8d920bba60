import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { asha, cartLine, product } from "@/shared/test/fixtures";
import { renderWith } from "@/shared/test/render";
import { newOrderOf } from "./newOrder";
import { PriceChangeDialog } from "./PriceChangeDialog";

const linesAt = (small: number, large: number) => [
  cartLine({ size: "12", quantity: 1, product: product({ ornamentPrice: small }) }),
  cartLine({ size: "16", quantity: 1, product: product({ ornamentPrice: large }) }),
];

it("compares each size of a piece with its own former price", () => {
  const now = linesAt(52_000, 63_000);
  const nothing = () => {};
  renderWith(
    makeStore("customer"),
    <PriceChangeDialog
      before={newOrderOf(asha, linesAt(50_000, 60_000), 1)}
      now={newOrderOf(asha, now, 1)}
      lines={now}
      onConfirm={nothing}
      onClose={nothing}
      onBack={nothing}
    />,
  );
  expect(screen.getByRole("row", { name: /size 12/ })).toHaveTextContent("₹50,000.00₹52,000.00");
  expect(screen.getByRole("row", { name: /size 16/ })).toHaveTextContent("₹60,000.00₹63,000.00");
});
