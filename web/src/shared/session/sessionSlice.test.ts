import type { UnknownAction } from "@reduxjs/toolkit";
import { describe, expect, it } from "vitest";
import { asha } from "@/shared/test/fixtures";
import {
  adminSignedIn,
  sessionEnded,
  sessionReducer,
  shopperSignedIn,
  signedOut,
  signOutStarted,
} from "./sessionSlice";

const after = (...actions: UnknownAction[]) => actions.reduce(sessionReducer, sessionReducer(undefined, { type: "" }));
const shopperEnded = sessionEnded({ role: "customer", signInNeeded: true });

describe("a session that ended", () => {
  it("is reported to a signed-in person", () => {
    expect(after(shopperSignedIn(asha), shopperEnded).hasEnded).toBe(true);
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" })).hasEnded).toBe(true);
  });

  it("is reported once for several refused requests", () => {
    expect(after(shopperSignedIn(asha), shopperEnded, shopperEnded).hasEnded).toBe(true);
  });

  it("is not reported to people who were not signed in or signed out", () => {
    expect(after(shopperEnded).hasEnded).toBe(false);
    expect(after(shopperSignedIn(asha), sessionEnded({ role: "admin" })).hasEnded).toBe(false);
    expect(after(shopperSignedIn(asha), signOutStarted(), shopperEnded).hasEnded).toBe(false);
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" }), signedOut("admin")).hasEnded).toBe(false);
  });

  it("is cleared by the next sign-in", () => {
    expect(after(shopperSignedIn(asha), shopperEnded, shopperSignedIn(asha)).hasEnded).toBe(false);
  });
});
