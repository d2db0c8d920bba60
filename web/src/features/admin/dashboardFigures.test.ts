import { expect, test } from "vitest";
import { order } from "@/shared/test/fixtures";
import { compared, dayBefore, figuresOf } from "./dashboardFigures";

const now = Date.parse("2026-11-20T06:30:00Z"); // noon in India
const at = (orderedDate: string, totalAmount: number) => order({ orderedDate, totalAmount });

test("a day is India's, and yesterday counts up to the same hour", () => {
  const orders = [
    at("2026-11-20T06:00:00Z", 100),
    at("2026-11-19T18:45:00Z", 20), // past midnight in India
    at("2026-11-19T06:00:00Z", 3),
    at("2026-11-19T07:00:00Z", 4), // later than now
    at("2026-11-18T06:00:00Z", 5),
  ];
  expect(figuresOf(orders, now)).toEqual({ today: { orders: 2, sales: 120 }, before: { orders: 1, sales: 3 } });
  expect(dayBefore(now)).toBe("2026-11-19");
});

test.each([
  [5, 3, false, "2 more than"],
  [1, 3, false, "2 fewer than"],
  [3, 3, false, "as many as"],
  [118, 100, true, "18 % more than"],
  [7, 0, true, "more than"],
])("%i against %i reads %s", (today, before, percent, words) => {
  expect(compared(today, before, percent)).toBe(words);
});
