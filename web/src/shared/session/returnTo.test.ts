import { expect, it } from "vitest";
import { signInPath, wayBack } from "./returnTo";

it("remembers where the person was", () => {
  expect(signInPath("/login", { pathname: "/products", search: "?categoryId=3" })).toBe(
    "/login?next=%2Fproducts%3FcategoryId%3D3",
  );
  expect(signInPath("/login", { pathname: "/", search: "" })).toBe("/login");
});

it.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", ""])(
  "does not follow %j out of the shop",
  (next) => {
    expect(wayBack(`?next=${encodeURIComponent(next)}`, "/")).toBe("/");
  },
);

it("goes back to a path of the shop", () => {
  expect(wayBack("?next=%2Fcheck-out", "/")).toBe("/check-out");
});
