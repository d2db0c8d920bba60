import { expect, test } from "vitest";
import { findFreePosition } from "./freePosition";

const area = { left: 0, top: 64, width: 1000, height: 700 };
const size = { width: 380, height: 56 };

test("on an empty page toasts are at the bottom left", () => {
  expect(findFreePosition({ area, size, taken: [] })).toEqual({ left: 0, top: 708 });
});

test("toasts avoid controls", () => {
  const taken = [{ left: 0, top: 600, width: 240, height: 164 }];
  expect(findFreePosition({ area, size, taken })).toEqual({ left: 310, top: 708 });
});

test("toasts are placed above a row of controls", () => {
  const taken = [{ left: 0, top: 650, width: 1000, height: 114 }];
  expect(findFreePosition({ area, size, taken }).top).toBeLessThan(650 - 56);
});

test("if nothing is free, the least is covered", () => {
  const full = { left: 0, top: 0, width: 1000, height: 800 };
  const twice = { left: 0, top: 64, width: 600, height: 700 };
  expect(findFreePosition({ area, size, taken: [full, twice] }).left).toBe(620);
});
