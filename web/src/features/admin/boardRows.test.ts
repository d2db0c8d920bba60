import { expect, test } from "vitest";
import type { Order } from "@/shared/api/types";
import { boardRows, inStatus, steadyRows } from "./boardRows";

const order = (id: number, items = 1) =>
  ({
    id,
    items: Array.from({ length: items }, (_, place) => ({ itemId: id * 10 + place, status: "ordered" })),
  }) as Order;
const rows = (...ids: number[]) => boardRows(ids.map((id) => order(id)));
const ids = (shown: { order: Order }[]) => shown.map((row) => row.order.id);

test("an order's items say their place, and stay the same rows while the order does", () => {
  const two = order(7, 2);
  const [first, second] = boardRows([two]);
  expect([first?.place, second?.place, first?.of]).toEqual([1, 2, 2]);
  expect(boardRows([two])[0]).toBe(first);
});

test("an order on two pages counts once", () => {
  expect(boardRows([order(7), order(7)])).toHaveLength(1);
});

test("a row that is picked stays where its status is another one by now", () => {
  expect(ids(inStatus(rows(9, 8, 7), "packed", new Set([80])))).toEqual([8]);
});

test("what the hand sees keeps its place, and what is newer waits", () => {
  const all = rows(9, 8, 7, 6);
  const { rows: shown, waiting } = steadyRows([80, 70], all, all);
  expect(ids(shown)).toEqual([8, 7, 6]);
  expect(ids(waiting)).toEqual([9]);
});

test("a row that the filter no longer holds stays under the hand", () => {
  const all = rows(8, 7, 6);
  const wanted = all.filter((row) => row.order.id !== 7);
  expect(ids(steadyRows([80, 70, 60], all, wanted).rows)).toEqual([8, 7, 6]);
});

test("a row that joins in between waits", () => {
  const all = rows(8, 7, 6);
  const { rows: shown, waiting } = steadyRows([80, 60], all, all);
  expect(ids(shown)).toEqual([8, 6]);
  expect(ids(waiting)).toEqual([7]);
});

test("an empty board holds nothing back", () => {
  expect(ids(steadyRows([], rows(8), rows(8)).rows)).toEqual([8]);
});
