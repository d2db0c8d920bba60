import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearDraft, clearDraftOfOthers, readDraft, saveDraft } from "./formDraft";

const here = { role: "customer" as const, path: "/profile", personId: 7 };
const typed = { values: { name: "Usha" }, subject: null, isPartial: false };

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

it("is there for the same person at the same address", () => {
  saveDraft(here, typed);
  expect(readDraft({ ...here, path: "/check-out" })).toBeUndefined();
  expect(readDraft({ ...here, role: "admin" })).toBeUndefined();
  expect(readDraft({ ...here, personId: undefined })).toBeUndefined();
  expect(readDraft(here)).toMatchObject(typed);
  clearDraft(here);
  expect(readDraft(here)).toBeUndefined();
});

it("is gone for good once somebody else is signed in", () => {
  saveDraft(here, typed);
  clearDraftOfOthers("admin", 8);
  expect(readDraft(here)).toMatchObject(typed);
  expect(readDraft({ ...here, personId: 8 })).toBeUndefined();
  expect(readDraft(here)).toBeUndefined();
});

it("is kept beside those of other parts of a page", () => {
  const gift = { ...here, part: "gift" };
  saveDraft(here, typed);
  saveDraft(gift, { ...typed, values: { message: "For Meera" } });
  expect(readDraft(here)).toMatchObject(typed);
  expect(readDraft(gift)?.values).toEqual({ message: "For Meera" });
  clearDraft(here);
  expect(readDraft(here)).toBeUndefined();
  expect(readDraft(gift)).toBeDefined();
  clearDraftOfOthers("customer", 8);
  expect(window.sessionStorage).toHaveLength(0);
});

it("is read as the version before stored it", () => {
  const stored = { ...here, part: "address", ...typed, at: Date.now() };
  window.sessionStorage.setItem("swarna:typed:customer", JSON.stringify(stored));
  expect(readDraft({ ...here, part: "address" })).toMatchObject(typed);
});

it("is gone after an hour", () => {
  saveDraft(here, typed);
  vi.advanceTimersByTime(3_600_000);
  expect(readDraft(here)).toMatchObject(typed);
  vi.advanceTimersByTime(1);
  expect(readDraft(here)).toBeUndefined();
  expect(window.sessionStorage).toHaveLength(0);
});

it("never has a password, and says whether one is missing", () => {
  const secrets = { password: "Hidden@2026", currentPassword: "Old@2026" };
  saveDraft(here, { ...typed, values: { ...typed.values, ...secrets } });
  expect(JSON.stringify({ ...window.sessionStorage })).not.toMatch(/2026/);
  expect(readDraft(here)).toMatchObject({ values: typed.values, isPartial: true });
  saveDraft(here, { ...typed, values: { ...typed.values, password: "" } });
  expect(readDraft(here)?.isPartial).toBe(false);
});

it("ignores invalid stored data", () => {
  for (const text of ["nonsense", "5", "[]", '{"path":"/profile","personId":7}']) {
    window.sessionStorage.setItem("swarna:typed:customer", text);
    expect(readDraft(here)).toBeUndefined();
  }
});
