import { expect, it } from "vitest";
import { mergeField, valuesOf } from "./productValues";
import type { StoneRow } from "./stoneValues";

const row = (kind: string, carats: string): StoneRow => ({ kind, count: "1", carats, charge: "900" });
const text = (...rows: StoneRow[]) => JSON.stringify(rows);

it("keeps the stones that others changed or added as they are now, also two of a kind", () => {
  const opened = text(row("Ruby", "1"), row("Diamond", "0.2"), row("Diamond", "0.5"), row("Pearl", "3"));
  const edited = text(row("Ruby", "1"), row("Diamond", "0.2"), row("Diamond", "0.6"));
  const present = text(
    row("Ruby", "1.5"),
    row("Diamond", "0.3"),
    row("Diamond", "0.5"),
    row("Pearl", "3"),
    row("Polki", "2"),
  );
  const merged = mergeField(valuesOf(null), "stones", edited, opened, present);
  expect(merged).toEqual({
    text: text(row("Ruby", "1.5"), row("Diamond", "0.3"), row("Diamond", "0.6"), row("Polki", "2")),
    isClash: false,
  });
  expect(mergeField(valuesOf(null), "stones", "", opened, opened)).toEqual({ text: "", isClash: false });
});
