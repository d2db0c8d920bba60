import { renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { pageAt } from "./pages";
import { shortened, type useHead } from "./useHead";

const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute("href");
const meta = (name: string) => document.head.querySelector(`meta[name="${name}"]`)?.getAttribute("content");

afterEach(() => {
  document.head.innerHTML = "";
  window.history.replaceState(null, "", "/");
});

/** Reloads the page at an address, with the head that the server wrote. */
async function load(path: string, head: string): Promise<typeof useHead> {
  window.history.replaceState(null, "", path);
  document.head.innerHTML = head;
  vi.resetModules();
  return (await import("./useHead")).useHead;
}

describe("the head of a page", () => {
  it("follows from page to page, and leaves what is served until it knows better", async () => {
    const useOwnHead = await load("/", ""); // not the module that another file loaded with the head of a page
    document.head.innerHTML = '<meta name="description" content="served"><meta name="robots" content="noindex">';
    const { rerender } = renderHook((told: Parameters<typeof useHead>[0]) => useOwnHead(told), {
      initialProps: undefined,
    });
    expect([meta("description"), meta("robots")]).toEqual(["served", "noindex"]);
    rerender({ description: "A ring.", path: "/5" });
    expect([meta("description"), meta("robots")]).toEqual(["A ring.", undefined]);
    expect(canonical()).toBe(new URL("/5", window.location.origin).href);
    rerender({});
    expect([meta("description"), meta("robots"), canonical()]).toEqual([undefined, "noindex", undefined]);
  });

  it("keeps what is served until the first navigation, and the origin of the served address after it", async () => {
    const served = '<link rel="canonical" href="https://shop.example/7"><meta name="description" content="served">';
    const useServedHead = await load("/7?size=14", served);
    const { rerender } = renderHook((told: Parameters<typeof useHead>[0]) => useServedHead(told), {
      initialProps: { description: "A ring.", path: "/7" },
    });
    rerender({ description: "A new ring.", path: "/7" });
    expect(document.head.innerHTML).toBe(served);
    window.history.pushState(null, "", "/5");
    rerender({ description: "A chain.", path: "/5" });
    expect([meta("description"), canonical()]).toEqual(["A chain.", "https://shop.example/5"]);
    window.history.pushState(null, "", "/7?size=14");
    rerender({ description: "A ring.", path: "/7" });
    expect([meta("description"), canonical()]).toEqual(["A ring.", "https://shop.example/7"]);
  });

  it("keeps a page hidden that is served so", async () => {
    const useServedHead = await load("/kids-jewellery", '<meta name="robots" content="noindex">');
    const { rerender } = renderHook((told: Parameters<typeof useHead>[0]) => useServedHead(told), {
      initialProps: { path: "/kids-jewellery" },
    });
    expect([meta("robots"), canonical()]).toEqual(["noindex", undefined]);
    window.history.pushState(null, "", "/products");
    rerender({ path: "/products" });
    expect([meta("robots"), canonical()]).toEqual([undefined, new URL("/products", window.location.origin).href]);
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
