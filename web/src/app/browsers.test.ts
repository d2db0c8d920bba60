import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * What Safari 16.4 or Firefox 115, the oldest browsers of the shop, lack, and TypeScript knows. What they lack and a file
 * checks for before its use is not listed.
 */
const missing =
  /\b(URL\.(canParse|parse)\(|Response\.json\(|AbortSignal\.any\(|(Object|Map)\.groupBy\(|Promise\.(try|withResolvers)|fromAsync|checkVisibility|startViewTransition|moveBefore|getHTML|setHTMLUnsafe|parseHTMLUnsafe|requestClose|caretPositionFromPoint|cookieStore|userActivation|wakeLock|ClipboardItem|Segmenter|DurationFormat|formatRange|isWellFormed)/;

test("no file uses what the oldest browsers of the shop lack", () => {
  const files = ["src", "public"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const scripts = files.filter((name) => /(?<!test)\.(tsx?|js)$/.test(name));
  expect(scripts.length).toBeGreaterThan(600);
  expect(scripts.filter((name) => missing.test(readFileSync(name, "utf8")))).toEqual([]);
});
