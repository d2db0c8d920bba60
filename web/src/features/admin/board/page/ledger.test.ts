import { expect, test } from "vitest";
import { item, order } from "@/app/admin/test/adminApp";
import type { PaymentEntry } from "@/shared/admin/orders/paymentsApi";
import { ledgerOf } from "./ledger";

const entry = (version: number, kind: PaymentEntry["kind"], amount: number, at: string): PaymentEntry => ({
  version,
  kind,
  from: "due",
  to: "due",
  method: "bank",
  amount,
  reference: `N${version}`,
  reason: null,
  returnId: null,
  itemIds: null,
  who: "Farah Khan",
  byStaff: true,
  at,
});

test("each line says what is due after it, and a claim moves nothing", () => {
  const gone = {
    ...item(2, 1047, "cancelled"),
    history: [
      { status: "ordered" as const, from: null, at: "2026-11-20T05:00:00.000Z", version: 1 },
      { status: "cancelled" as const, from: "ordered" as const, at: "2026-11-20T08:00:00.000Z", version: 2 },
    ],
  };
  const placed = order(1047, "Ananya Iyer", [item(1, 1047), gone]);
  const lines = ledgerOf(placed, [
    entry(2, "claim", 200_000, "2026-11-20T06:00:00.000Z"),
    entry(3, "payment", 200_000, "2026-11-20T07:00:00.000Z"),
    entry(4, "refund", 71_480, "2026-11-20T09:00:00.000Z"),
  ]);
  expect(lines.map(({ words, amount, dueAfter, counts }) => [words, amount, dueAfter, counts])).toEqual([
    ["Charged", 257_040, 257_040, true],
    ["Claimed", 200_000, 257_040, false],
    ["Received", -200_000, 57_040, true],
    ["Cancelled", -128_520, -71_480, true],
    ["Refunded", 71_480, 0, true],
  ]);
  expect(lines[3]).toMatchObject({ reference: "item 2", who: "Ananya Iyer" });
});

test("a cancellation that was undone is not in it", () => {
  const kept = {
    ...item(1, 7),
    history: [
      { status: "ordered" as const, from: null, at: "2026-11-20T05:00:00.000Z", version: 1 },
      {
        status: "cancelled" as const,
        from: "ordered" as const,
        at: "2026-11-20T08:00:00.000Z",
        version: 2,
        undone: true,
      },
      { status: "ordered" as const, from: "cancelled" as const, at: "2026-11-20T08:00:09.000Z", version: 3, undoes: 2 },
    ],
  };
  expect(ledgerOf(order(7, "Meera Joshi", [kept]), []).map(({ words }) => words)).toEqual(["Charged"]);
});

test("a refund of a return, or of more than is owed, does not have to be paid again", () => {
  const placed = order(9, "Asha Verma", [{ ...item(1, 9, "delivered"), totalAmount: 100_000 }]);
  const ofReturn = { ...entry(3, "refund", 60_000, "2026-11-24T09:00:00.000Z"), returnId: 4 };
  const lines = ledgerOf({ ...placed, payment: { ...placed.payment, amount: 100_000 } }, [
    entry(2, "payment", 100_000, "2026-11-21T07:00:00.000Z"),
    ofReturn,
    entry(4, "refund", 500, "2026-11-25T09:00:00.000Z"),
  ]);
  expect(lines.map(({ words, dueAfter, counts }) => [words, dueAfter, counts])).toEqual([
    ["Charged", 100_000, true],
    ["Received", 0, true],
    ["Refunded", 0, false],
    ["Refunded", 0, true],
  ]);
});

test.each([
  [40_000, 0],
  [10_000, -30_000],
])("a refund of %d is taken off what a later cancellation owes", (refunded, dueAfter) => {
  const gone = {
    ...item(2, 9, "cancelled"),
    totalAmount: 40_000,
    history: [{ status: "cancelled" as const, from: "ordered" as const, at: "2026-11-26T09:00:00.000Z", version: 2 }],
  };
  const placed = order(9, "Asha Verma", [{ ...item(1, 9), totalAmount: 60_000 }, gone]);
  const lines = ledgerOf({ ...placed, payment: { ...placed.payment, amount: 100_000 } }, [
    entry(2, "payment", 100_000, "2026-11-21T07:00:00.000Z"),
    entry(3, "refund", refunded, "2026-11-25T09:00:00.000Z"),
  ]);
  expect(lines.map((line) => [line.words, line.dueAfter])).toEqual([
    ["Charged", 100_000],
    ["Received", 0],
    ["Refunded", 0],
    ["Cancelled", dueAfter],
  ]);
});

test("a refund that counts for a closed return is not taken off what a later cancellation owes", () => {
  const gone = {
    ...item(2, 9, "cancelled"),
    totalAmount: 40_000,
    history: [{ status: "cancelled" as const, from: "ordered" as const, at: "2026-11-27T09:00:00.000Z", version: 2 }],
  };
  const placed = order(9, "Asha Verma", [{ ...item(1, 9, "delivered"), totalAmount: 60_000 }, gone]);
  const lines = ledgerOf({ ...placed, payment: { ...placed.payment, amount: 100_000 } }, [
    entry(2, "payment", 100_000, "2026-11-21T07:00:00.000Z"),
    entry(3, "refund", 60_000, "2026-11-25T09:00:00.000Z"),
    { ...entry(4, "return_closed", 60_000, "2026-11-26T09:00:00.000Z"), from: "part_refunded", returnId: 4 },
  ]);
  expect(lines.map(({ words, dueAfter, counts }) => [words, dueAfter, counts])).toEqual([
    ["Charged", 100_000, true],
    ["Received", 0, true],
    ["Refunded", 0, true],
    ["Counted for a closed return", 0, false],
    ["Cancelled", -40_000, true],
  ]);
});

test("pieces that came back before they were paid are not due any more", () => {
  const placed = order(9, "Asha Verma", [{ ...item(1, 9, "delivered"), totalAmount: 100_000 }]);
  const lines = ledgerOf({ ...placed, payment: { ...placed.payment, amount: 100_000 } }, [
    { ...entry(2, "return_closed", 60_000, "2026-11-26T09:00:00.000Z"), returnId: 4 },
    entry(3, "payment", 100_000, "2026-11-27T07:00:00.000Z"),
  ]);
  expect(lines.map(({ words, amount, dueAfter, counts }) => [words, amount, dueAfter, counts])).toEqual([
    ["Charged", 100_000, 100_000, true],
    ["Came back unpaid", -60_000, 40_000, true],
    ["Received", -100_000, -60_000, true],
  ]);
});

test("a refund that the provider refused says why", () => {
  const refused = { ...entry(4, "refund_refused", 500, "2026-11-20T09:00:00.000Z"), reason: "The payment is unknown." };
  const lines = ledgerOf(order(7, "Meera Joshi", [item(1, 7)]), [refused]);
  expect(lines.map(({ words }) => words)).toContain("Refused by the provider: The payment is unknown.");
});
