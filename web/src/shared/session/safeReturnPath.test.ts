import { expect, it } from "vitest";
import { safeReturnPath } from "./safeReturnPath";
import { signInPath } from "./signInPath";

it("remembers where the person was", () => {
  expect(signInPath("/login", { pathname: "/products", search: "?categoryId=3" })).toBe(
    "/login?next=%2Fproducts%3FcategoryId%3D3",
  );
  expect(signInPath("/login", { pathname: "/", search: "" })).toBe("/login");
  expect(signInPath("/login", { pathname: "/login", search: "?next=%2F7" })).toBe("/login?next=%2F7");
});

it.each([
  "//evil.example",
  "/\\evil.example",
  "/a\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/profile\r\nSet-Cookie: a=b",
  "/profile?a=\u0000",
  "/\u0085/evil.example",
  "/\u2028",
  "/.//evil.example",
  "/..//evil.example",
  "/a//evil.example",
  "/%2Fevil.example",
  "/%2f%2fevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/%0d%0aevil",
  "/profile?a=%0d%0aevil",
  "/%252Fevil.example",
  "/%25255Cevil.example",
  "/%ff%2Fevil.example/%5C",
  "/%2e%2e//evil.example",
  "%2F%2Fevil.example",
])("does not follow %j out of the shop", (next) => {
  expect(safeReturnPath(`?next=${encodeURIComponent(next)}`, "/")).toBe("/");
});

it.each([
  "/check-out",
  "/products?categoryId=3&search=a%2Fb%5Cc",
  "/products?search=http%3A%2F%2Fx",
  "/products?search=100%",
  "/products?search=%E0%A4%B8%E0%A5%8B%E0%A4%A8%E0%A4%BE",
  "/7#reviews",
])("goes back to %j, a path of the shop", (next) => {
  expect(safeReturnPath(`?next=${encodeURIComponent(next)}`, "/")).toBe(next);
});
