import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetOthers, forgetTyped, keepTyped, readTyped } from "./typed";

const here = { role: "customer" as const, path: "/profile", personId: 7 };
const typed = { values: { name: "Usha" }, subject: null, isPartial: false };

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

it("is there for the same person at the same address", () => {
  keepTyped(here, typed);
  expect(readTyped({ ...here, path: "/check-out" })).toBeUndefined();
  expect(readTyped({ ...here, role: "admin" })).toBeUndefined();
  expect(readTyped({ ...here, personId: undefined })).toBeUndefined();
  expect(readTyped(here)).toMatchObject(typed);
  forgetTyped("customer");
  expect(readTyped(here)).toBeUndefined();
});

it("is gone for good once somebody else is signed in", () => {
  keepTyped(here, typed);
  forgetOthers("admin", 8);
  expect(readTyped(here)).toMatchObject(typed);
  expect(readTyped({ ...here, personId: 8 })).toBeUndefined();
  expect(readTyped(here)).toBeUndefined();
});

it("is gone after an hour", () => {
  keepTyped(here, typed);
  vi.advanceTimersByTime(3_600_000);
  expect(readTyped(here)).toMatchObject(typed);
  vi.advanceTimersByTime(1);
  expect(readTyped(here)).toBeUndefined();
  expect(window.sessionStorage).toHaveLength(0);
});

it("never has a password, and says whether one is missing", () => {
  const secrets = { password: "Hidden@2026", currentPassword: "Old@2026" };
  keepTyped(here, { ...typed, values: { ...typed.values, ...secrets } });
  expect(JSON.stringify({ ...window.sessionStorage })).not.toMatch(/2026/);
  expect(readTyped(here)).toMatchObject({ values: typed.values, isPartial: true });
  keepTyped(here, { ...typed, values: { ...typed.values, password: "" } });
  expect(readTyped(here)?.isPartial).toBe(false);
});

it("is nothing where the storage was written by another hand", () => {
  for (const text of ["nonsense", "5", "[]", '{"path":"/profile","personId":7}']) {
    window.sessionStorage.setItem("swarna:typed:customer", text);
    expect(readTyped(here)).toBeUndefined();
  }
});
