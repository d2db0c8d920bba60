import { describe, expect, it } from "vitest";
import { day, dayAndTime, dayMonth, endOfDay, grams, pluralize, rupees, timeOfDay, wholeNumber } from "./format";

describe("rupees", () => {
  it.each([
    [0, "₹0.00"],
    [999, "₹999.00"],
    [1000, "₹1,000.00"],
    [123456, "₹1,23,456.00"],
    [12345678, "₹1,23,45,678.00"],
    ["₹1,23,456", "₹1,23,456.00"],
    ["Rs 500 only", "₹500.00"],
    [12207.93, "₹12,207.93"],
    [60741.5, "₹60,741.50"],
    [62492 - 1500.1 - 250.3, "₹60,741.60"],
    [-1234.5, "−₹1,234.50"],
    [null, "₹0.00"],
    ["free", "₹0.00"],
  ])("writes %s as %s", (amount, text) => {
    expect(rupees(amount)).toBe(text);
  });
});

it("writes a weight with two decimals", () => {
  expect(grams(12.5)).toBe("12.50 gm");
  expect(grams("4.855")).toBe("4.86 gm");
  expect(grams(5.125)).toBe("5.13 gm");
  expect(grams(1.005)).toBe("1.01 gm");
  expect(grams(99999.999)).toBe("1,00,000.00 gm");
  expect(grams("heavy")).toBe("0.00 gm");
  expect(grams(null)).toBe("0.00 gm");
});

it("formats times in the Indian time zone", () => {
  expect(day("2026-11-20T20:15:00.123Z")).toBe("21 Nov 2026");
  expect(dayMonth("2026-09-01T00:00:00.000Z")).toBe("1 Sep");
  expect(timeOfDay("2026-11-20T20:15:00.123Z")).toBe("1:45 am");
  expect(dayAndTime("2026-11-18T12:42:00.000Z")).toBe("18 Nov 2026, 6:12 pm");
});

it("knows when a day ends in India", () => {
  const end = Date.parse("2026-12-20T18:29:59.999Z");
  expect(endOfDay("2026-11-19T18:30:00.000Z", 30)).toBe(end);
  expect(endOfDay("2026-11-20T18:29:59.999Z", 30)).toBe(end);
  expect(day(end)).toBe("20 Dec 2026");
});

it("writes nothing for a time that is not there", () => {
  expect(dayAndTime(null)).toBe("");
  expect(day("nonsense")).toBe("");
});

it("counts pieces", () => {
  expect(pluralize(1, "piece")).toBe("1 piece");
  expect(pluralize(3, "piece")).toBe("3 pieces");
});

it("groups counts as in India", () => {
  expect([wholeNumber(999), wholeNumber(3030), wholeNumber(123_456), pluralize(5000, "product")]).toEqual([
    "999",
    "3,030",
    "1,23,456",
    "5,000 products",
  ]);
});
