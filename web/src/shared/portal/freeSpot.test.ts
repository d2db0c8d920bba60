import { expect, test } from "vitest";
import { freeSpot } from "./freeSpot";

const area = { left: 0, top: 64, width: 1000, height: 700 };
const size = { width: 380, height: 56 };

test("an empty page has its toasts at the bottom on the left", () => {
  expect(freeSpot({ area, size, taken: [] })).toEqual({ left: 0, top: 708 });
});

test("what is taken is left free", () => {
  const taken = [{ left: 0, top: 600, width: 240, height: 164 }];
  expect(freeSpot({ area, size, taken })).toEqual({ left: 310, top: 708 });
});

test("above a line of controls there is room", () => {
  const taken = [{ left: 0, top: 650, width: 1000, height: 114 }];
  expect(freeSpot({ area, size, taken }).top).toBeLessThan(650 - 56);
});

test("where all is taken, the least is covered", () => {
  const full = { left: 0, top: 0, width: 1000, height: 800 };
  const twice = { left: 0, top: 64, width: 600, height: 700 };
  expect(freeSpot({ area, size, taken: [full, twice] }).left).toBe(620);
});
