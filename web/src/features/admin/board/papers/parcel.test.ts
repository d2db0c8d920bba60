import { expect, test } from "vitest";
import { item } from "@/app/admin/test/adminApp";
import { labelSize, parcelOf } from "./parcel";

const meera = {
  name: "Meera Joshi",
  address: "14 Second Main Road",
  city: "Chennai",
  zip_code: "600020",
  state: "Tamil Nadu",
  country: "India",
};

test("an ordinary address has large letters", () => {
  expect(labelSize(meera)).toBe(14);
});

test("the longer an address, the smaller its letters", () => {
  const sizes = [100, 300, 500].map((length) => labelSize({ ...meera, address: "a".repeat(length) }));
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
  expect(labelSize({ ...meera, name: "n".repeat(500), address: "a".repeat(500), city: "c".repeat(500) })).toBeLessThan(
    7,
  );
});

test("a parcel has what was not sent yet", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "ordered"), item(3, 7, "cancelled"), item(4, 7, "packed")];
  expect(parcelOf({ items }).map(({ itemId }) => itemId)).toEqual([2, 4]);
});

test("of an order that was sent, the papers have all that was", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "shipped"), item(3, 7, "cancelled")];
  expect(parcelOf({ items }).map(({ itemId }) => itemId)).toEqual([1, 2]);
});
