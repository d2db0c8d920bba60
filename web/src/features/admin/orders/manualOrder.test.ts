import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { AdminProductOut } from "@/shared/api/schema";
import { product } from "@/shared/test/fixtures";
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

test("an order keeps its key when a price changes, so that a try without an answer is not placed twice", () => {
  const { current: keyOf } = renderHook(useOrderKey).result;
  const ring = (goldRate: number) => product({ goldRate, ornamentPrice: goldRate * 7 }) as AdminProductOut;
  const key = keyOf(orderWith(7, [{ product: ring(11_852), size: "12", quantity: 1 }]));
  expect(keyOf(orderWith(7, [{ product: ring(12_000), size: "12", quantity: 1 }]))).toBe(key);
  expect(keyOf(orderWith(7, [{ product: ring(12_000), size: "14", quantity: 1 }]))).not.toBe(key);
  expect(keyOf(orderWith(7, [{ product: ring(12_000), size: "14", quantity: 2 }]))).not.toBe(key);
});
