import { expect, test } from "vitest";
import { code128 } from "./code128";

const total = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0);

test("each symbol has eleven modules, and the stop has thirteen", () => {
  // start, six characters, check, stop
  expect(total(code128("SW1054"))).toBe(8 * 11 + 13);
  expect(code128("SW1054")).toHaveLength(8 * 6 + 7);
});

test("every character has bars of its own", () => {
  const all = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const symbols = all.map((sign) => code128(sign).slice(6, 12));
  expect(new Set(symbols.map(String)).size).toBe(95);
  for (const symbol of symbols) expect(total(symbol)).toBe(11);
});

test("the bars are those of the standard: start B, the character, its check, stop", () => {
  expect(code128("1").join("")).toBe(`${"211214"}${"123221"}${"223211"}${"2331112"}`);
});

test("a sign that Code 128 B has not is refused", () => {
  expect(() => code128("₹")).toThrow("no Code 128 B");
});
