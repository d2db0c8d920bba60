import { expect, test } from "vitest";
import { age, ago } from "./age";

const now = Date.parse("2026-11-20T12:00:00Z");
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

test.each([
  [0.5, "just now"],
  [3, "3 min"],
  [72, "1 h 12 min"],
  [125, "2 h 05 min"],
  [180, "3 h"],
  [14 * 60 + 20, "14 h"],
  [40 * 60, "1 d 16 h"],
  [72 * 60, "3 d"],
  [10 * 24 * 60 + 300, "10 d"],
])("%f minutes are %s", (minutes, words) => {
  expect(age(before(minutes), now)).toBe(words);
});

test("a sentence says how long ago", () => {
  expect(ago(before(1), now)).toBe("1 min ago");
  expect(ago(before(0), now)).toBe("just now");
  expect(ago(null, now)).toBe("");
});

test("a clock that runs ahead of this one is now", () => {
  expect(age(before(-5), now)).toBe("just now");
});
