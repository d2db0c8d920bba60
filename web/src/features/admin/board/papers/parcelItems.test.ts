import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import type { Order } from "@/shared/api/types";
import { amountToCollect, parcelOf } from "./parcelItems";

test("a parcel has what was not sent yet", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "ordered"), item(3, 7, "cancelled"), item(4, 7, "packed")];
  expect(parcelOf({ items }).map(({ itemId }) => itemId)).toEqual([2, 4]);
});

test("of an order that was sent, the papers have all that was", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "shipped"), item(3, 7, "cancelled")];
  expect(parcelOf({ items }).map(({ itemId }) => itemId)).toEqual([1, 2]);
});

const onDelivery = (items: Order["items"], due: number) => {
  const { payment } = order(7, "Meera Joshi", items);
  return { items, payment: { ...payment, due } };
};

test("a courier collects the whole amount with a whole order, and with a part of it the part's value", () => {
  const [first, second] = [item(1, 7), { ...item(2, 7), totalAmount: 5000 }];
  expect(amountToCollect(onDelivery([first, second], 133_520))).toBe(133_520);
  expect(amountToCollect(onDelivery([{ ...first, status: "shipped" }, second], 133_520))).toBe(5000);
  expect(amountToCollect(onDelivery([{ ...first, status: "cancelled" }, second], 5000))).toBe(5000);
  expect(amountToCollect(onDelivery([], 4000))).toBe(4000);
});

test("nothing is collected for what is paid, or is paid another way", () => {
  const part = onDelivery([item(1, 7, "shipped"), item(2, 7)], 0);
  expect(amountToCollect(part)).toBe(0);
  expect(amountToCollect({ ...part, payment: { ...part.payment, method: "upi", due: 257_040 } })).toBe(0);
});
