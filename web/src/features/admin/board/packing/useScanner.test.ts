import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useScanner } from "./useScanner";

const onScan = vi.fn();
const onKey = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  onScan.mockReset();
  onKey.mockReset();
  renderHook(() => useScanner({ onScan, onKey }));
});
afterEach(() => vi.useRealTimers());

/** Presses a key; `at` is when, in milliseconds. */
function press(key: string, at: number) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: at });
  document.body.dispatchEvent(event);
}

function type(text: string, { from, gap }: { from: number; gap: number }) {
  for (const [number, key] of [...text, "Enter"].entries()) press(key, from + number * gap);
}

test("keys that follow each other at once and Enter are a scan", () => {
  type("AB-12", { from: 1000, gap: 10 });
  expect(onScan.mock.calls).toEqual([["AB-12"]]);
  vi.runAllTimers();
  expect(onKey).not.toHaveBeenCalled();
});

test("a key after which nothing follows is a shortcut", () => {
  press("N", 1000);
  expect(onKey).not.toHaveBeenCalled();
  vi.advanceTimersByTime(81);
  expect(onKey.mock.calls).toEqual([["n"]]);
});

test("keys that a person presses one after another are shortcuts", () => {
  press("n", 1000);
  press("p", 1200);
  vi.runAllTimers();
  expect(onKey.mock.calls).toEqual([["n"], ["p"]]);
  expect(onScan).not.toHaveBeenCalled();
});

test("a scan that the page hears of late is whole", () => {
  press("A", 1000);
  busyFor(300);
  type("B12", { from: 1010, gap: 10 });
  expect(onKey).not.toHaveBeenCalled();
  expect(onScan.mock.calls).toEqual([["AB12"]]);
});

test("a timer that is a little late lets the keys that wait go first", () => {
  press("W", 1000);
  busyFor(90, { timers: 1 });
  type("RONG-1", { from: 1010, gap: 10 });
  vi.runAllTimers();
  expect(onKey).not.toHaveBeenCalled();
  expect(onScan.mock.calls).toEqual([["WRONG-1"]]);
});

test("a scanner may stutter once it has begun", () => {
  type("AB", { from: 1000, gap: 10 });
  press("A", 2000);
  press("B", 2010);
  vi.advanceTimersByTime(300);
  press("C", 2310);
  press("Enter", 2320);
  expect(onScan.mock.calls).toEqual([["AB"], ["ABC"]]);
});

test("what is typed fast and not ended is forgotten", () => {
  press("A", 1000);
  press("B", 1010);
  vi.advanceTimersByTime(400);
  type("12", { from: 1600, gap: 10 });
  expect(onScan.mock.calls).toEqual([["12"]]);
});

/** Lets time pass as on a busy page: timers run late, all at once or the first ones only. */
function busyFor(milliseconds: number, { timers }: { timers?: number } = {}) {
  vi.setSystemTime(Date.now() + milliseconds);
  const now = performance.now() + milliseconds;
  const clock = vi.spyOn(performance, "now").mockReturnValue(now);
  if (timers === undefined) vi.advanceTimersByTime(80);
  for (let run = 0; run < (timers ?? 0); run += 1) vi.advanceTimersToNextTimer();
  clock.mockRestore();
}
