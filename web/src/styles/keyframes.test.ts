import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const laidOut = /^\s*(width|height|top|right|bottom|left|inset|margin|padding|font-size)[\w-]*:/m;

test("no animation changes the layout, which the browser would then compute for each frame", () => {
  const animations = globSync("src/styles/**/*.scss").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("@keyframes ")
      .slice(1)
      .map((text) => text.split(/^}/m)[0] ?? ""),
  );
  expect(animations.length).toBeGreaterThan(3);
  expect(animations.filter((text) => laidOut.test(text))).toEqual([]);
});
