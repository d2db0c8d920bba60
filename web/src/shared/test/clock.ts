import { act } from "@testing-library/react";
import { onTestFinished, vi } from "vitest";

/** At least the interval of `useNow`, in milliseconds. */
const tick = 20_000;

/** Starts the clock of a test at a moment. Returns a function that moves it on, so that `useNow` has the later time. */
export function startClock(moment: string): (later: string) => void {
  vi.useFakeTimers({
    now: Date.parse(moment),
    toFake: ["Date", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  return (later) =>
    act(() => {
      vi.setSystemTime(Date.parse(later));
      vi.advanceTimersByTime(tick);
    });
}
