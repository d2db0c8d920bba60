import type { UnknownAction } from "@reduxjs/toolkit";
import { describe, expect, it } from "vitest";
import { asha } from "@/shared/test/fixtures";
import { adminSignedIn, leaving, sessionEnded, sessionReducer, shopperSignedIn, signedOut } from "./sessionSlice";

const after = (...actions: UnknownAction[]) => actions.reduce(sessionReducer, sessionReducer(undefined, { type: "" }));
const shopperEnded = sessionEnded({ role: "customer", signInNeeded: true });

describe("a session that ended", () => {
  it("is told of where someone was signed in", () => {
    expect(after(shopperSignedIn(asha), shopperEnded).hasEnded).toBe(true);
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" })).hasEnded).toBe(true);
  });

  it("is told of once for many calls that were refused together", () => {
    expect(after(shopperSignedIn(asha), shopperEnded, shopperEnded).hasEnded).toBe(true);
  });

  it("is nothing to tell whoever was not signed in, or signed out", () => {
    expect(after(shopperEnded).hasEnded).toBe(false);
    expect(after(shopperSignedIn(asha), sessionEnded({ role: "admin" })).hasEnded).toBe(false);
    expect(after(shopperSignedIn(asha), leaving(), shopperEnded).hasEnded).toBe(false);
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" }), signedOut("admin")).hasEnded).toBe(false);
  });

  it("is forgotten with the next sign-in", () => {
    expect(after(shopperSignedIn(asha), shopperEnded, shopperSignedIn(asha)).hasEnded).toBe(false);
  });
});
