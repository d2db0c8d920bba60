import { expect, test } from "vitest";
import { order, orderItem } from "@/shared/test/fixtures";
import { lateness } from "./lateness";

const hours = (count: number) => count * 3_600_000;
const placed = Date.parse("2026-11-18T12:42:00.000Z");
const packedAt = "2026-11-19T06:00:00.000Z";

test.each([
  ["ordered", hours(24), null],
  ["ordered", hours(24) + 1, "late, over 24 h"],
  ["packed", hours(48) + Date.parse(packedAt) - placed, null],
  ["packed", hours(48) + Date.parse(packedAt) - placed + 1, "late, over 48 h"],
  ["shipped", hours(1000), null],
  ["delivered", hours(1000), null],
] as const)("an item that is %s after %i ms is %s", (status, after, words) => {
  const item = orderItem({ status, packedAt: status === "packed" ? packedAt : null });
  expect(lateness({ item, order: order() }, placed + after)).toBe(words);
});
