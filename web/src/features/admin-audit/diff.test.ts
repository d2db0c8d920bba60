import { expect, test } from "vitest";
import { fieldName, valueText } from "./diff";

test.each([
  ["making_charge", "Making charge"],
  ["r22k", "22k rate"],
  ["ordered_at", "Ordered"],
  ["name", "Name"],
])("%s is called %s", (field, name) => expect(fieldName(field)).toBe(name));

test.each([
  [null, "nothing"],
  ["", "nothing"],
  [0, "0"],
  [false, "no"],
  ["2026-11-20T10:15:00+00:00", "20 Nov 2026, 3:45 pm"],
  ["2026-11-20", "2026-11-20"],
  [{ city: "Chennai" }, '{"city":"Chennai"}'],
])("%j reads %s", (value, text) => expect(valueText(value)).toBe(text));
