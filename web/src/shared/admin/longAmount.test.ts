import { expect, test } from "vitest";
import { rupees } from "@/shared/format";
import { isLongAmount } from "./longAmount";

test("amounts from a crore of rupees on are long", () => {
  expect([99_99_999, 1_00_00_000, 11_03_60_510].map(rupees).map(isLongAmount)).toEqual([false, true, true]);
  expect(isLongAmount("10 of 140 pieces")).toBe(false);
});
