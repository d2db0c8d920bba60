import { expect, test } from "vitest";
import type { OrderLine } from "@/shared/api/types";
import { lines } from "@/shared/test/fixtures";
import { expectedDelivery, lateness } from "./orderDisplay";

test.each([
  ["its own days", { deliveryFrom: "2026-11-22", deliveryDate: "2026-11-24" }, "2026-11-22"],
  // Placed on 19 November at 02:00 in India.
  ["no days", { orderedAt: "2026-11-18T20:30:00.000Z", deliveryFrom: null, deliveryDate: null }, "2026-11-22"],
])("an order with %s is late from midnight in India", (_, over, earliest) => {
  const line = { ...lines()[0], status: "packed", ...over } as OrderLine;
  const lastMinute = Date.parse("2026-11-24T23:59:00+05:30");
  expect(expectedDelivery(line, lastMinute)).toEqual([earliest, "2026-11-24"]);
  expect(lateness(line, lastMinute)).toBeNull();
  const nextDay = Date.parse("2026-11-25T00:30:00+05:30");
  expect(expectedDelivery(line, nextDay)).toBeNull();
  expect(lateness(line, nextDay)?.since).toBe("2026-11-24");
});
