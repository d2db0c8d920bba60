import { expect, test } from "vitest";
import type { Order } from "@/shared/api/types";
import { boardRows, freezeRows, rowsInFilter } from "./boardRows";

const order = (id: number, items = 1) =>
  ({
    id,
    items: Array.from({ length: items }, (_, place) => ({ itemId: id * 10 + place, status: "ordered" })),
  }) as Order;
const rows = (...ids: number[]) => boardRows(ids.map((id) => order(id)));
const ids = (shown: { order: Order }[]) => shown.map((row) => row.order.id);

test("items know their position, and unchanged orders keep the same row objects", () => {
  const two = order(7, 2);
  const [first, second] = boardRows([two]);
  expect([first?.place, second?.place, first?.of]).toEqual([1, 2, 2]);
  expect(boardRows([two])[0]).toBe(first);
});

test("an order on two pages counts once", () => {
  expect(boardRows([order(7), order(7)])).toHaveLength(1);
});

test("a selected row stays in the list after its status changed", () => {
  expect(ids(rowsInFilter(rows(9, 8, 7), { status: "packed" }, new Set([80])))).toEqual([8]);
});

test("visible rows keep their places, and new ones wait", () => {
  const all = rows(9, 8, 7, 6);
  const { rows: shown, waiting } = freezeRows([80, 70], all, all);
  expect(ids(shown)).toEqual([8, 7, 6]);
  expect(ids(waiting)).toEqual([9]);
});

test("a frozen row stays when the filter no longer matches it", () => {
  const all = rows(8, 7, 6);
  const wanted = all.filter((row) => row.order.id !== 7);
  expect(ids(freezeRows([80, 70, 60], all, wanted).rows)).toEqual([8, 7, 6]);
});

test("a new row between frozen ones waits", () => {
  const all = rows(8, 7, 6);
  const { rows: shown, waiting } = freezeRows([80, 60], all, all);
  expect(ids(shown)).toEqual([8, 6]);
  expect(ids(waiting)).toEqual([7]);
});

test("an empty board freezes no rows", () => {
  expect(ids(freezeRows([], rows(8), rows(8)).rows)).toEqual([8]);
});

test("an order whose payment is settled leaves the list of claims", () => {
  const [claimed, paid] = [order(7), order(8)];
  claimed.payment = { status: "claimed" } as Order["payment"];
  paid.payment = { status: "paid" } as Order["payment"];
  const claims = { status: null, payment: "claimed" as const };
  expect(ids(rowsInFilter(boardRows([paid, claimed]), claims))).toEqual([7]);
  expect(ids(rowsInFilter(boardRows([paid, claimed]), claims, new Set([80])))).toEqual([8, 7]);
});
