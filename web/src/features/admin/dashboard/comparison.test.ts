import { expect, test } from "vitest";
import { compareFigures } from "./comparison";

test.each([
  [3, 1, false, "2 more than"],
  [1, 3, false, "2 fewer than"],
  [2, 2, false, "as many as"],
  [118, 100, true, "18 % more than"],
  [50, 100, true, "50 % less than"],
  [100, 0, true, "more than"],
  [0, 0, true, "as much as"],
])("%d against %d is said in words", (today, before, inPercent, words) => {
  expect(compareFigures(today, before, inPercent).join(" ")).toBe(words);
});
