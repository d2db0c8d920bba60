import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import { deviation, deviationText, weighedText } from "@/features/admin/board/weightDifference";
import { isFromScale, isWeighed, readWeight, unreadable, weightFields, weightsOf } from "./enteredWeights";
import { piecesOf } from "./pieces";

test("a weight is read as people and scales write it", () => {
  expect(["24.31", " 24,310 ", "+ 24.31 g", "24.31gm", "24"].map(readWeight)).toEqual([24.31, 24.31, 24.31, 24.31, 24]);
  expect(["", "0", "0.00", "-1", "24.3101", "heavy", "1e3", "CH-601"].map(readWeight)).toEqual(Array(8).fill(null));
});

test("only a number with a point or a unit is from the scale", () => {
  expect(["24.31", "24,3 g", "24 g", "+24.31"].map(isFromScale)).toEqual([true, true, true, true]);
  expect(["774109263358", "24", "CH-601", "AH3R8T", "0.00"].map(isFromScale)).toEqual(Array(5).fill(false));
});

const pair = { ...item(2, 1054), productQuantity: 2, weight: 10 };
const [piece] = piecesOf(order(1054, "Rohan Mehta", [pair]), undefined, {});

test("each piece of an item has a weight", () => {
  if (!piece) throw new Error("no piece");
  expect(weightFields(piece, {})).toEqual([""]);
  expect(weightFields(piece, { 2: ["9.98"] })).toEqual(["9.98", ""]);
  expect(weightFields(piece, { 2: ["9.98", "10"] })).toEqual(["9.98", "10"]);
  expect([isWeighed(piece, { 2: ["9.98"] }), isWeighed(piece, { 2: ["9.98", "10"] })]).toEqual([false, true]);
  expect(weightsOf({ 2: ["", "10"] }, 2)).toEqual([10]);
  expect([unreadable([piece], { 2: ["", "10"] }), unreadable([piece], { 2: ["ten"] })]).toEqual([undefined, "ten"]);
});

test("a difference beyond the tolerance is told", () => {
  expect(deviationText(deviation(10, pair))).toBe("as ordered");
  expect(deviationText(deviation(10.05, pair))).toBe("+0.05 to the order");
  expect(deviationText(deviation(9.996, pair))).toBe("−0.004 to the order");
  expect(deviationText(deviation(9.949, pair))).toBe("0.051 gm less than the order, limit 0.05");
  expect(weighedText([9.98, 10.82], pair)).toBe(
    "9.98 gm on the scale; 10.82 gm on the scale, 0.82 gm more than the order, limit 0.05",
  );
  expect(weighedText([], pair)).toBe("");
});
