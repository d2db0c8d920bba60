import { expect, test } from "vitest";
import { chartLayout } from "./chartLayout";

const points = [
  { date: "2026-11-01", value: 11_660 },
  { date: "2026-11-11", value: 12_010 },
  { date: "2026-11-21", value: 11_852 },
];

test("the line spans the days and stays between round marks", () => {
  const chart = chartLayout(points, 600, 240);
  expect(chart?.marks.map(({ text }) => text)).toEqual(["11,600", "11,700", "11,800", "11,900", "12,000", "12,100"]);
  expect(chart?.line).toBe("M62 186.2L325 47.6L588 110.2");
  expect(chart?.days.map(({ date, anchor }) => [date, anchor])).toEqual([
    ["2026-11-01", "start"],
    ["2026-11-11", "middle"],
    ["2026-11-21", "end"],
  ]);
});

test("a constant rate is a line; a single rate is not", () => {
  const flat = points.map((point) => ({ ...point, value: 11_852 }));
  expect(chartLayout(flat, 600, 240)?.marks.map(({ text }) => text)).toEqual(["11,852", "11,853"]);
  expect(chartLayout(points.slice(0, 1), 600, 240)).toBeUndefined();
});
