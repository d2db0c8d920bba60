import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The frame of the portal, the piece of a return, the state of a record and the columns of the board.
const shared = [".kan", ".return-piece", ".state", ".work"];

test("no class name means two things in the portal: its rules begin in one file", () => {
  const files: Record<string, number> = {};
  for (const file of globSync("src/styles/{admin,shared}/**/*.scss")) {
    const names = readFileSync(file, "utf8").match(/^\.[\w-]+(?=,?( \{)?$)/gm) ?? [];
    for (const name of new Set(names)) files[name] = (files[name] ?? 0) + 1;
  }
  expect(Object.keys(files).length).toBeGreaterThan(100);
  const twice = Object.keys(files).filter((name) => (files[name] ?? 0) > 1);
  expect(twice.sort()).toEqual(shared);
});
