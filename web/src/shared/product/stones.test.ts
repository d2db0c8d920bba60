import { expect, it } from "vitest";
import { weightText } from "./stones";

const ruby = { kind: "Ruby", count: 1, carats: 0.88, charge: 33_600 };

it("tells weights that add up to the gross weight", () => {
  const piece = { weight: 8.5, grossWeight: 8.775, stones: [ruby] };
  expect(weightText(piece)).toBe("gross 8.78 gm: gold 8.50 gm, stones 0.18 gm, other parts 0.10 gm");
  expect(weightText({ ...piece, grossWeight: 8.676 })).toBe("gross 8.68 gm: gold 8.50 gm, stones 0.18 gm");
  expect(weightText({ ...piece, grossWeight: null })).toBe("gold 8.50 gm, stones 0.18 gm");
  expect(weightText({ weight: 8.5, grossWeight: null, stones: [] })).toBe("8.50 gm");
});

it.each([
  // Each weight on its own would round to one hundredth of a gram more or less than the gross weight.
  [8.504, 7.782, 0.88, "gross 8.50 gm: gold 7.78 gm, stones 0.18 gm, other parts 0.54 gm"],
  [8.68, 8.495, 0.925, "gross 8.68 gm: gold 8.50 gm, stones 0.18 gm"],
  [8.685, 8.494, 0.955, "gross 8.69 gm: gold 8.49 gm, stones 0.20 gm"],
])("rounds the parts of %d gm to its sum", (grossWeight, weight, carats, text) => {
  expect(weightText({ weight, grossWeight, stones: [{ ...ruby, carats }] })).toBe(text);
});
