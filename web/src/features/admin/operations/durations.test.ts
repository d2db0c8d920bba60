import { expect, test } from "vitest";
import { duration, milliseconds } from "./durations";

test.each([
  [0, "0.0 s"],
  [9.94, "9.9 s"],
  [12.4, "12 s"],
  [89, "89 s"],
  [150, "3 min"],
  [3600, "1 h"],
  [7500, "2 h 05 min"],
  [86_400, "1 d"],
  [273_600, "3 d 4 h"],
])("%d seconds read %s", (seconds, words) => expect(duration(seconds)).toBe(words));

test.each([
  [22.6, "23 ms"],
  [1400, "1.4 s"],
])("%d milliseconds read %s", (ms, words) => expect(milliseconds(ms)).toBe(words));
