import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const isDrawnOnly = /^(transform|opacity|[\w-]*color|animation-timing-function)$/;

test("animations change only how a page is drawn: the browser would compute another layout for each frame", () => {
  const animations = globSync("src/styles/**/*.scss").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("@keyframes ")
      .slice(1)
      .map((text) => text.split(/^}/m)[0] ?? ""),
  );
  expect(animations.length).toBeGreaterThan(3);
  const changed = animations.flatMap((text) => [...text.matchAll(/([\w-]+):/g)].map(([, property]) => property ?? ""));
  expect(changed.filter((property) => !isDrawnOnly.test(property))).toEqual([]);
});
