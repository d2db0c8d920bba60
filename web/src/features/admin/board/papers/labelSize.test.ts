import { expect, test } from "vitest";
import { labelSize } from "./labelSize";

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
