import { renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { pageAt } from "./pages";
import { shortened, useHead } from "./useHead";

const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute("href");
const meta = (name: string) => document.head.querySelector(`meta[name="${name}"]`)?.getAttribute("content");

afterEach(() => {
  document.head.innerHTML = "";
});

describe("the head of a page", () => {
  it("follows from page to page, and leaves what is served until it knows better", () => {
    document.head.innerHTML = '<meta name="description" content="served"><meta name="robots" content="noindex">';
    const { rerender } = renderHook((told: Parameters<typeof useHead>[0]) => useHead(told), {
      initialProps: undefined,
    });
    expect([meta("description"), meta("robots")]).toEqual(["served", "noindex"]);
    rerender({ description: "A ring.", path: "/5" });
    expect([meta("description"), meta("robots")]).toEqual(["A ring.", undefined]);
    expect(canonical()).toBe(new URL("/5", window.location.origin).href);
    rerender({});
    expect([meta("description"), meta("robots"), canonical()]).toEqual([undefined, "noindex", undefined]);
  });

  it("cuts a long description behind a word", () => {
    expect(shortened(" A  ring\nof gold. ")).toBe("A ring of gold.");
    const cut = shortened("golden, ".repeat(40));
    expect(cut.length).toBeLessThanOrEqual(155);
    expect(cut).toMatch(/golden…$/);
  });

  it("knows a page by one of its addresses", () => {
    expect(pageAt("/about/")?.path).toBe("/about-us");
    expect(pageAt("/")?.facts.template).toBe("home");
    expect(pageAt("/constructor")).toBeUndefined();
  });
});
