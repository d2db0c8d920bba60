import { expect, test } from "vitest";
import { shownView, viewChange, viewQuery } from "./viewQuery";

const names = ["status", "search", "sort"];

test("a view keeps the named parameters, in one order", () => {
  const address = new URLSearchParams("status=packed&order=12&search=Asha+V&sort=");
  expect(viewQuery(address, names)).toBe("search=Asha+V&status=packed");
  expect(viewQuery(new URLSearchParams("search=Asha V&status=packed"), names)).toBe("search=Asha+V&status=packed");
});

test("opening a view removes the other filters", () => {
  expect(viewChange("status=packed", names)).toEqual({ status: "packed", search: null, sort: null });
});

test("further filters narrow a view, and a changed one leaves it", () => {
  const queries = ["", "status=packed", "sort=oldest&status=packed"];
  expect(shownView(queries, "")).toBe(0);
  expect(shownView(queries, "search=Asha&status=packed")).toBe(1);
  expect(shownView(queries, "search=Asha&sort=oldest&status=packed")).toBe(2);
  expect(shownView(queries, "status=shipped")).toBe(0);
  expect(shownView(["status=packed"], "status=shipped")).toBe(-1);
});
