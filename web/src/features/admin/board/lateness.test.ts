import { expect, test } from "vitest";
import { order, orderItem } from "@/shared/test/fixtures";
import { lateness } from "./lateness";

const hours = (count: number) => count * 3_600_000;
const placed = Date.parse("2026-11-18T12:42:00.000Z");
const packedAt = "2026-11-19T06:00:00.000Z";

test.each([
  ["ordered", 12, hours(12), null],
  ["ordered", 12, hours(12) + 1, "late, over 12 h"],
  ["packed", 48, hours(48) + Date.parse(packedAt) - placed, null],
  ["packed", 48, hours(48) + Date.parse(packedAt) - placed + 1, "late, over 48 h"],
  ["ordered", null, hours(1000), null],
] as const)("an item that is %s, with a limit of %s hours, after %i ms is %s", (status, limit, after, words) => {
  const item = orderItem({ status, packedAt: status === "packed" ? packedAt : null });
  expect(lateness({ item, order: order() }, limit, placed + after)).toBe(words);
});
