import { expect, test } from "vitest";
import { daysIn, monthAfter, monthName, monthsBetween, previousName } from "./months";

test("months follow each other over the turn of a year", () => {
  expect(monthAfter("2026-12", 1)).toBe("2027-01");
  expect(monthAfter("2027-01", -1)).toBe("2026-12");
  expect(monthsBetween("2026-11", "2027-01")).toEqual(["2027-01", "2026-12", "2026-11"]);
  expect(monthsBetween("2026-11", "2026-11")).toEqual(["2026-11"]);
});

test("months have names and days", () => {
  expect(monthName("2026-02")).toBe("February 2026");
  expect(previousName("2027-01")).toBe("December");
  expect([daysIn("2026-02"), daysIn("2028-02"), daysIn("2026-10")]).toEqual([28, 29, 31]);
});
