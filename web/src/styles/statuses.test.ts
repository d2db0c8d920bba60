import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allStatuses } from "@/shared/api/types";

/** The statuses that each list of the styles omits: the card of the dashboard shows open items only. */
const leftOut = {
  "src/styles/admin/_dashboard.scss": ["delivered", "cancelled"],
  "src/styles/admin/board/_status-menu.scss": [],
  "src/styles/shared/_primitives.scss": [],
};

test("every list of statuses in the styles names each status, or leaves it out here", () => {
  const found = globSync("src/styles/**/*.scss").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/@each \$\w+ in \((.*)\)/g)]
      .map(([, list]) => list?.split(", ") ?? [])
      .filter((names) => names.includes("shipped"))
      .map((names) => [file, allStatuses.filter((status) => !names.includes(status))]),
  );
  expect(Object.fromEntries(found)).toEqual(leftOut);
});
