import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import type { Order, OrderItem } from "@/shared/api/types";
import { amountToCollect, parcelInHand, parcelsOf } from "./parcelItems";

const numbered = (made: OrderItem, trackingNumber: string): OrderItem => ({
  ...made,
  courier: "Blue Dart",
  trackingNumber,
});

const itemsOf = (items: OrderItem[]) =>
  parcelsOf(order(7, "Meera Joshi", items)).map((parcel) => parcel.items.map(({ itemId }) => itemId));

test("a parcel has what was not sent yet", () => {
  const items = [item(1, 7, "delivered"), item(2, 7, "ordered"), item(3, 7, "cancelled"), item(4, 7, "packed")];
  expect(itemsOf(items)).toEqual([[2, 4]]);
});

test("of an order that was sent, the papers have all that was", () => {
  expect(itemsOf([item(1, 7, "delivered"), item(2, 7, "shipped"), item(3, 7, "cancelled")])).toEqual([[1, 2]]);
});

test("items with different tracking numbers are in different parcels, before and after they are sent", () => {
  const waiting = [
    numbered(item(1, 7, "packed"), "BD1"),
    numbered(item(2, 7, "packed"), "BD2"),
    numbered(item(3, 7, "packed"), "BD1"),
    item(4, 7, "ordered"),
  ];
  expect(itemsOf(waiting)).toEqual([[1, 3], [2], [4]]);
  expect(itemsOf(waiting.slice(0, 3).map((made) => ({ ...made, status: "shipped" })))).toEqual([[1, 3], [2]]);
});

const inHand = (made: Order, number: string) =>
  parcelInHand(made, "Blue Dart", number).items.map(({ itemId, trackingNumber }) => [itemId, trackingNumber ?? null]);

test("the parcel in hand has what is being packed, and what is packed under the number that is entered for it", () => {
  const packed = numbered(item(1, 7, "packed"), "BD1");
  const waiting = order(7, "Meera Joshi", [packed, item(2, 7, "ordered")]);
  expect(inHand(waiting, "")).toEqual([[2, null]]);
  expect(inHand(waiting, "BD2")).toEqual([[2, "BD2"]]);
  expect(inHand(waiting, "BD1")).toEqual([
    [1, "BD1"],
    [2, "BD1"],
  ]);
  const other = numbered(item(2, 7, "packed"), "BD2");
  expect(inHand(order(7, "Meera Joshi", [packed, other]), "BD1")).toEqual([[1, "BD1"]]);
});

test("where all items are packed under a number, the parcel in hand has the corrected one", () => {
  const packed = [numbered(item(1, 7, "packed"), "BD1"), numbered(item(2, 7, "packed"), "BD2")];
  expect(inHand(order(7, "Meera Joshi", packed), "BD9")).toEqual([[1, "BD9"]]);
  expect(inHand(order(7, "Meera Joshi", packed), "BD2")).toEqual([
    [1, "BD2"],
    [2, "BD2"],
  ]);
});

test("an item that was set back to ordered, with its old number, is packed with the others", () => {
  const waiting = order(7, "Meera Joshi", [numbered(item(1, 7, "ordered"), "BD1"), item(2, 7, "ordered")]);
  expect(inHand(waiting, "")).toEqual([
    [1, "BD1"],
    [2, null],
  ]);
});

test("nothing that was sent gets an entered number", () => {
  expect(inHand(order(7, "Meera Joshi", [numbered(item(1, 7, "shipped"), "BD1")]), "BD9")).toEqual([[1, "BD1"]]);
});

/** The amount that is collected with each parcel. */
const collected = (items: OrderItem[], due: number, method: "cod" | "upi" = "cod") => {
  const made = order(7, "Meera Joshi", items);
  return parcelsOf({ ...made, payment: { ...made.payment, method, due } }).map(amountToCollect);
};

test("a courier collects the whole amount with a whole order, and with a part of it the part's value", () => {
  const [first, second] = [item(1, 7), { ...item(2, 7), totalAmount: 5000 }];
  expect(collected([first, second], 133_520)).toEqual([133_520]);
  expect(collected([{ ...first, status: "shipped" }, second], 133_520)).toEqual([5000]);
  expect(collected([{ ...first, status: "cancelled" }, second], 5000)).toEqual([5000]);
  expect(collected([numbered(first, "BD1"), numbered(second, "BD2")], 133_520)).toEqual([128_520, 5000]);
});

test("an order without items has only an amount", () => {
  const made = order(7, "Meera Joshi", []);
  expect(amountToCollect({ order: { ...made, payment: { ...made.payment, due: 4000 } }, items: [] })).toBe(4000);
});

test("nothing is collected for what is paid, or is paid another way", () => {
  const part = [item(1, 7, "shipped"), item(2, 7)];
  expect(collected(part, 0)).toEqual([0]);
  expect(collected(part, 257_040, "upi")).toEqual([0]);
});
