import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import { currentPiece, piecesOf, readScan, type Ticks } from "./pieces";
import { nextOf, packingPath, readIds } from "./useQueue";

const chain = { ...item(1, 1054), productName: "Vansh Rope Chain", hallmark: "22K916" as const };
const mala = { ...item(2, 1054), productName: "Gundla Mala", productQuantity: 2 };
const gone = { ...item(3, 1054, "cancelled" as const) };
const stored = [
  { orderId: 1054, itemId: 1, code: "CH-601", bin: "B-12" },
  { orderId: 1054, itemId: 2, code: "CH-603", bin: null },
  { orderId: 1054, itemId: 3, code: "CH-602", bin: null },
];
const pieces = (ticks: Ticks = {}, first = chain) =>
  piecesOf(order(1054, "Rohan Mehta", [first, mala, gone]), stored, ticks);

test("a code is that of its piece, however a scanner writes it", () => {
  for (const text of ["CH-601", "ch601", " ch 601 "]) {
    expect(readScan(text, pieces(), {})).toMatchObject({ kind: "code", waitsForHuid: true, isDone: false });
  }
});

test("of two pieces whose codes differ by capitals only, the exact code is that of its piece", () => {
  const twins = stored.map((one) => ({ ...one, code: one.itemId === 1 ? "X-1" : "x-1" }));
  const both = piecesOf(order(1054, "Rohan Mehta", [chain, mala]), twins, {});
  expect(readScan("X-1", both, {})).toMatchObject({ piece: { place: 1 }, isExact: true });
  expect(readScan("x-1", both, {})).toMatchObject({ piece: { place: 2 }, isExact: true });
  expect(readScan("x1", both, {})).toMatchObject({ piece: { place: 1 }, isExact: false });
});

test("a hallmarked piece waits for its HUID; one without a hallmark is ticked by its code", () => {
  expect(readScan("CH-603", pieces(), {})).toMatchObject({ kind: "code", waitsForHuid: false, isDone: false });
  expect(readScan("CH-603", pieces({ 2: ["", ""] }), { 2: ["", ""] })).toMatchObject({ isDone: true });
});

test("a HUID that was entered before ticks its piece once", () => {
  const known = { ...chain, huids: ["AH3R8T"] };
  expect(readScan("ah3r8t", pieces({}, known), {})).toMatchObject({ kind: "huid", huid: "AH3R8T", isDone: false });
  const ticks = { 1: ["AH3R8T"] };
  expect(readScan("AH3R8T", pieces(ticks, known), ticks)).toMatchObject({ kind: "huid", isDone: true });
});

test("the code of a cancelled item is no piece of the order", () => {
  expect(readScan("CH-602", pieces(), {})).toEqual({ kind: "unknown" });
});

test("the label of another order opens it, and anything else is unknown", () => {
  expect(readScan("SW1058", pieces(), {})).toEqual({ kind: "order", orderId: 1058 });
  expect(readScan("774109263358", pieces(), {})).toEqual({ kind: "unknown" });
});

test("every piece of an item is ticked before the item is done", () => {
  const [first, second] = pieces({ 2: [""] });
  expect([first?.isDone, second?.isDone, second?.ticked]).toEqual([false, false, 1]);
  expect(pieces({ 2: ["", ""] })[1]?.isDone).toBe(true);
});

test("the chosen piece is current until it is done", () => {
  expect(currentPiece(pieces(), 2)?.item.itemId).toBe(2);
  expect(currentPiece(pieces({ 2: ["", ""] }), 2)?.item.itemId).toBe(1);
  expect(currentPiece(pieces({ 1: [""], 2: ["", ""] }), null)).toBeUndefined();
});

test("the next order follows in the queue, and after the last comes the first", () => {
  expect([nextOf([3, 9, 26], 9), nextOf([3, 9, 26], 26), nextOf([3, 9], 50)]).toEqual([26, 3, 3]);
  expect([nextOf([9], 9), nextOf([], 9)]).toEqual([null, null]);
});

test("chosen orders are named in the address", () => {
  expect(packingPath(9, [9, 26])).toBe("/admin/packing/9?orders=9,26");
  expect(packingPath(9, [9])).toBe("/admin/packing/9?orders=9");
  expect(packingPath(9)).toBe("/admin/packing/9");
  expect(readIds("9,26,x,-1,")).toEqual([9, 26]);
});
