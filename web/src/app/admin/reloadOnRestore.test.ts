import { afterEach, expect, it, vi } from "vitest";
import { reloadOnRestore } from "./reloadOnRestore";

afterEach(() => vi.unstubAllGlobals());

it("reloads a page that Back restores, and no other", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  const stop = reloadOnRestore();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: false }));
  expect(reload).not.toHaveBeenCalled();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(reload).toHaveBeenCalledOnce();
  stop();
});
