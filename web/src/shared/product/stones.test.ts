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
