import { afterEach, expect, it } from "vitest";
import { makeStore } from "@/app/store";
import { persistSession } from "@/shared/session/persistence";
import { shopperSignedIn, signedOut } from "@/shared/session/sessionSlice";
import { asha } from "@/shared/test/fixtures";
import { resetOnSignOut } from "./resetOnSignOut";

let stop = () => {};
afterEach(() => stop());

it("removes from this browser what it remembered of the shopper, and nothing else", () => {
  Object.assign(localStorage, {
    pinCode: "600020",
    "notifyOffer 41": "closed",
    "notifyOffer 42": "asked",
    theme: "dark",
  });
  const store = makeStore("customer");
  stop = persistSession(store);
  resetOnSignOut(store);
  store.dispatch(shopperSignedIn(asha));
  expect(localStorage).toMatchObject({ pinCode: "600020", "notifyOffer 41": "closed" });
  store.dispatch(signedOut("customer"));
  expect(Object.keys(localStorage).sort()).toEqual(["persist:root", "theme"]);
  expect(JSON.parse(localStorage["persist:root"]).authUser).toBe("null");
});
