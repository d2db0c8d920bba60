import { beforeEach, expect, test, vi } from "vitest";
import { asha, cartLine } from "@/shared/test/fixtures";
import { newOrderOf } from "./newOrder";
import { clearPending, readPending, savePending, setPendingState } from "./pendingOrder";

beforeEach(() => {
  const blocked = () => {
    throw new DOMException("blocked", "SecurityError");
  };
  for (const name of ["getItem", "setItem", "removeItem"] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(blocked);
});

test("where the browser stores nothing, an order is pending in the page, and the same order keeps its key", () => {
  const order = newOrderOf(asha, [cartLine()], 3);
  const { key } = savePending(order);
  expect(readPending(asha.id)).toMatchObject({ key, order, state: "sending" });
  setPendingState(savePending(order), "unanswered");
  expect(readPending(asha.id)).toMatchObject({ key, state: "unanswered" });
  expect(savePending(order).key).toBe(key);
  expect(savePending(newOrderOf(asha, [cartLine()], 4)).key).not.toBe(key);
  expect(readPending(asha.id + 1)).toBeNull();
  clearPending();
  expect(readPending(asha.id)).toBeNull();
});
