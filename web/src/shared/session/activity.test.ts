import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callerHeaders, resetActivity, watchActivity } from "./activity";

const minute = 60_000;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T10:00:00Z") });
  resetActivity();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function act(type: string, fields: object = {}, isTrusted = true) {
  const event = Object.assign(new Event(type), fields);
  Object.defineProperty(event, "isTrusted", { value: isTrusted });
  window.dispatchEvent(event);
}

function watched() {
  const tell = vi.fn(() => void callerHeaders("admin"));
  stop = watchActivity(tell, minute);
  return tell;
}

it("marks only requests that follow an input", () => {
  watched();
  expect(callerHeaders("admin")).toEqual({ "X-Acting-As": "admin" });
  act("keydown");
  expect(callerHeaders("admin")).toEqual({ "X-Acting-As": "admin", "X-Activity": "person" });
  vi.advanceTimersByTime(5001);
  expect(callerHeaders("customer")).toEqual({ "X-Acting-As": "customer" });
});

it("reports activity without requests once a minute", () => {
  const tell = watched();
  for (let second = 0; second < 180; second += 1) {
    act("wheel");
    vi.advanceTimersByTime(1000);
  }
  expect(tell).toHaveBeenCalledTimes(3);
});

it("reports nothing if a request was marked already", () => {
  const tell = watched();
  act("pointerdown");
  expect(tell).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(59_000);
  callerHeaders("admin");
  vi.advanceTimersByTime(500);
  act("keydown");
  callerHeaders("admin");
  vi.advanceTimersByTime(59_000);
  act("keydown");
  expect(tell).toHaveBeenCalledTimes(1);
});

it("ignores events of scripts and a pointer at rest", () => {
  const tell = watched();
  act("keydown", {}, false);
  act("pointermove", { screenX: 5, screenY: 5 });
  act("pointermove", { screenX: 5, screenY: 5 });
  act("focus");
  act("visibilitychange");
  vi.advanceTimersByTime(40 * minute);
  expect(tell).not.toHaveBeenCalled();
  act("pointermove", { screenX: 6, screenY: 5 });
  expect(tell).toHaveBeenCalledTimes(1);
});

it("measures the same times when the clock is set back", () => {
  const tell = watched();
  act("keydown");
  expect(tell).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() - 60 * minute);
  vi.advanceTimersByTime(5001);
  expect(callerHeaders("admin")).toEqual({ "X-Acting-As": "admin" });
  vi.advanceTimersByTime(minute);
  act("keydown");
  expect(tell).toHaveBeenCalledTimes(2);
});
