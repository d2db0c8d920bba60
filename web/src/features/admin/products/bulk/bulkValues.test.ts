import { expect, test } from "vitest";
import { blankBulk, changesOf } from "./bulkValues";

test("what is left empty is not sent, and an empty form changes nothing", () => {
  expect(changesOf(blankBulk)).toBeUndefined();
  expect(changesOf({ ...blankBulk, status: "in active", makingChargePercent: " -5 " })).toEqual({
    status: "in active",
    makingChargePercent: "-5",
  });
});

test("a percentage to add is sent without its plus sign", () => {
  expect(changesOf({ ...blankBulk, makingChargePercent: " +10 ", wastageChargePercent: "+2.5" })).toEqual({
    makingChargePercent: "10",
    wastageChargePercent: "2.5",
  });
});

test("a discount is rupees or a part of the making charge", () => {
  expect(changesOf({ ...blankBulk, discountBy: "rupees", discount: "250" })).toEqual({ discount: "250" });
  expect(changesOf({ ...blankBulk, discountBy: "percent", discount: "12.5" })).toEqual({ discountPercent: "12.5" });
  expect(changesOf({ ...blankBulk, discount: "250", status: "active" })).toEqual({ status: "active" });
});

test.each([
  { makingChargePercent: "ten" },
  { makingChargePercent: "-101" },
  { wastageChargePercent: "1.234" },
  { discountBy: "percent", discount: "101" },
  { discountBy: "rupees", discount: "0.5" },
  { discountBy: "rupees", discount: "" },
])("a figure that is none is not sent: %o", (values) => {
  expect(changesOf({ ...blankBulk, status: "active", ...values })).toBeUndefined();
});
