import { expect, test } from "vitest";
import { item } from "@/app/admin/test/adminApp";
import { parcelOf } from "./parcelItems";

test("a parcel has what was not sent yet", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "ordered"), item(3, 7, "cancelled"), item(4, 7, "packed")];
  expect(parcelOf({ items }).map(({ itemId }) => itemId)).toEqual([2, 4]);
});

test("of an order that was sent, the papers have all that was", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "shipped"), item(3, 7, "cancelled")];
  expect(parcelOf({ items }).map(({ itemId }) => itemId)).toEqual([1, 2]);
});
