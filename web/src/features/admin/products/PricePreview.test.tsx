import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { PricePreview } from "./PricePreview";
import { valuesOf } from "./productValues";
import { blankSize } from "./sizeValues";

test("the price is that of the default size, with its own charges where it has some", () => {
  const sizes = JSON.stringify([
    { ...blankSize, label: "12", weight: "2", makingCharge: "700" },
    { ...blankSize, label: "14", weight: "2", makingCharge: "500", isDefault: true },
  ]);
  const values = { ...valuesOf(null), weight: "2", makingCharge: "1000", wastageCharge: "200", sizes };
  render(<PricePreview values={values} rate={10_000} />);
  expect(screen.getByText("₹20,700.00", { selector: "output" })).toBeInTheDocument();
});

test("a discount above the own making charge of the default size has no price", () => {
  const sizes = JSON.stringify([{ ...blankSize, label: "12", weight: "2", makingCharge: "500", isDefault: true }]);
  const values = { ...valuesOf(null), weight: "2", makingCharge: "1000", discount: "600", sizes };
  render(<PricePreview values={values} rate={10_000} />);
  expect(screen.getByText(/no price with a discount above/)).toBeInTheDocument();
});
