import { expect, test } from "vitest";
import { fieldName, valueText } from "./fieldText";

test.each([
  ["making_charge", "Making charge"],
  ["r22k", "22k rate"],
  ["ordered_at", "Ordered"],
  ["url", "Address"],
  ["required from", "Required as of"],
  ["name", "Name"],
])("%s is called %s", (field, name) => expect(fieldName(field)).toBe(name));

test.each([
  [null, "nothing"],
  ["", "nothing"],
  [0, "0"],
  [false, "no"],
  ["2026-11-20T10:15:00+00:00", "20 Nov 2026, 3:45 pm"],
  ["2026-11-20", "20 Nov 2026"],
  [["orders", "viewer"], "orders, viewer"],
  [[], "nothing"],
  [{ city: "Chennai", zip_code: "600001", phone: "" }, "City: Chennai, Zip code: 600001"],
  [[{ label: "12" }, { label: "14" }], "Label: 12; Label: 14"],
])("%j reads %s", (value, text) => expect(valueText(value)).toBe(text));

test.each([
  ["r22k", 11910.5, "₹11,910.50"],
  ["making_charge", "12510.00", "₹12,510.00"],
  ["total_amount", 0, "₹0.00"],
  ["amount", "418399.00", "₹4,18,399.00"],
  ["payment", "part_refunded", "part refunded"],
  ["weight", 9.605, "9.605 gm"],
  ["position", 2, "2"],
])("%s of %j reads %s", (field, value, text) => expect(valueText(value, field)).toBe(text));
