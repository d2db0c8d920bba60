import { describe, expect, it } from "vitest";
import { lines, order, orderItem } from "@/shared/test/fixtures";
import { filtersOf, isNarrowed, matchesFilters, withFilter } from "./orderFilters";

const items = [orderItem(), orderItem({ id: 71, itemId: 71, productName: "Gundla Mala", status: "shipped" })];
const shown = { orderId: 40, lines: lines(order({ items })) };
const placed = Date.parse("2026-11-18T12:42:00.000Z");
const days = 24 * 60 * 60 * 1000;

describe("an order", () => {
  it.each([
    ["", true],
    ["status=shipped", true],
    ["status=delivered", false],
    ["status=lost", true],
    ["days=30", true],
    ["days=7", true],
    ["search=40", true],
    ["search=%2340", true],
    ["search=order+40", true],
    ["search=4", false],
    ["search=mala", true],
    ["search=choker", false],
    ["status=ordered&search=mala&days=90", true],
  ])("is measured by the address %j", (address, expected) => {
    expect(matchesFilters(shown, filtersOf(new URLSearchParams(address)), placed + days)).toBe(expected);
  });

  it("leaves its period in the end", () => {
    const filters = filtersOf(new URLSearchParams("days=30"));
    expect(matchesFilters(shown, filters, placed + 29 * days)).toBe(true);
    expect(matchesFilters(shown, filters, placed + 31 * days)).toBe(false);
  });
});

it("writes a filter into the address and takes it away", () => {
  const narrowed = withFilter(new URLSearchParams("search=mala"), "status", "packed");
  expect(narrowed.toString()).toBe("search=mala&status=packed");
  expect(isNarrowed(filtersOf(narrowed))).toBe(true);
  expect(withFilter(withFilter(narrowed, "status", ""), "search", "").toString()).toBe("");
});
