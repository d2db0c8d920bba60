import type { UnknownAction } from "@reduxjs/toolkit";
import { describe, expect, it } from "vitest";
import { asha } from "@/shared/test/fixtures";
import {
  adminSignedIn,
  changedInAnotherTab,
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
    expect(after(shopperSignedIn(asha), shopperEnded).endedRole).toBe("customer");
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" })).endedRole).toBe("admin");
  });

  it("is reported once for several refused requests", () => {
    expect(after(shopperSignedIn(asha), shopperEnded, shopperEnded).endedRole).toBe("customer");
  });

  it("is not reported to people who were not signed in or signed out", () => {
    expect(after(shopperEnded).endedRole).toBeNull();
    expect(after(shopperSignedIn(asha), sessionEnded({ role: "admin" })).endedRole).toBeNull();
    expect(after(shopperSignedIn(asha), signOutStarted(), shopperEnded).endedRole).toBeNull();
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" }), signedOut("admin")).endedRole).toBeNull();
  });

  it("is reported where another tab learned of it first, to its role only", () => {
    const adminEnded = changedInAnotherTab({ isAdmin: false, ending: null });
    expect(after(adminSignedIn(), adminEnded).endedRole).toBe("admin");
    expect(after(adminEnded).endedRole).toBeNull();
    const shopperLeft = changedInAnotherTab({ authUser: null, ending: null });
    expect(after(shopperSignedIn(asha), shopperLeft).endedRole).toBe("customer");
    expect(after(adminSignedIn(), shopperSignedIn(asha), adminEnded, shopperLeft).endedRole).toBe("customer");
    expect(after(shopperSignedIn(asha), signOutStarted(), shopperLeft).endedRole).toBeNull();
  });

  it("is cleared by the next sign-in in another tab", () => {
    const here = changedInAnotherTab({ isAdmin: true, ending: null });
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" }), here).endedRole).toBeNull();
    const shopperHere = changedInAnotherTab({ authUser: asha, ending: null });
    expect(after(adminSignedIn(), sessionEnded({ role: "admin" }), shopperHere).endedRole).toBe("admin");
  });

  it("is cleared by the next sign-in", () => {
    expect(after(shopperSignedIn(asha), shopperEnded, shopperSignedIn(asha)).endedRole).toBeNull();
  });
});
