import { expect, test } from "vitest";
import type { AdminImage } from "@/features/admin/products/productsApi";
import { keyOf, moved, type NewImage, tilesOf } from "./imageOrder";

const image = (id: number) => ({ id }) as AdminImage;
const fresh = (key: string): NewImage => ({ key, file: new File([], key) });

test("new pictures come after the stored ones until they are moved", () => {
  const keys = (order: string[]) => tilesOf([image(1), image(2)], [fresh("a")], order).map(({ key }) => key);
  expect(keys([])).toEqual([keyOf(1), keyOf(2), "a"]);
  expect(keys(["a", keyOf(2), keyOf(1)])).toEqual(["a", keyOf(2), keyOf(1)]);
});

test("a picture that was added elsewhere meanwhile is last", () => {
  const tiles = tilesOf([image(1), image(2), image(3)], [], [keyOf(2), keyOf(1)]);
  expect(tiles.map(({ key }) => key)).toEqual([keyOf(2), keyOf(1), keyOf(3)]);
});

test.each([
  ["b", 0, "bac"],
  ["a", 2, "bca"],
  ["c", 1, "acb"],
  ["a", -3, "abc"],
  ["a", 9, "bca"],
])("%s moves to place %i", (key, to, word) => {
  expect(moved(["a", "b", "c"], key, to).join("")).toBe(word);
});
