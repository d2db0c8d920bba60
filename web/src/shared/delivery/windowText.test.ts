import { expect, test } from "vitest";
import { windowText } from "./windowText";

test("a window names its month once", () => {
  expect(windowText("2026-11-24", "2026-11-26")).toBe("24 to 26 Nov");
  expect(windowText("2026-11-30", "2026-12-02")).toBe("30 Nov to 2 Dec");
  expect(windowText("2026-11-24", "2026-11-24")).toBe("24 Nov");
  expect(windowText(null, "2026-11-24")).toBe("24 Nov");
});
