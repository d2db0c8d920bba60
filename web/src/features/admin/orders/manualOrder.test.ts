import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { orderWith, useOrderKey } from "./manualOrder";

afterEach(() => void vi.unstubAllGlobals());

test("an order has one key, another one has another, also where the page has no secure connection", () => {
  // Browsers have randomUUID in secure contexts only.
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const { current: keyOf } = renderHook(useOrderKey).result;
  const key = keyOf(orderWith(7, []));
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf(orderWith(7, []))).toBe(key);
  expect(keyOf(orderWith(8, []))).not.toBe(key);
});
