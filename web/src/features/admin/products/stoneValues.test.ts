import { expect, it } from "vitest";
import { type StoneRow, stonesToSend } from "./stoneValues";

const row = (kind: string, carats: string): StoneRow => ({ kind, count: "1", carats, charge: "900" });
const text = (...rows: StoneRow[]) => JSON.stringify(rows);

it("sends the stones that others changed or added as they are now, also two of a kind", () => {
  const opened = text(row("Ruby", "1"), row("Diamond", "0.2"), row("Diamond", "0.5"), row("Pearl", "3"));
  const edited = text(row("Ruby", "1"), row("Diamond", "0.2"), row("Diamond", "0.6"));
  const present = text(
    row("Ruby", "1.5"),
    row("Diamond", "0.3"),
    row("Diamond", "0.5"),
    row("Pearl", "3"),
    row("Polki", "2"),
  );
  expect(stonesToSend(edited, opened, present)).toBe(
    text(row("Ruby", "1.5"), row("Diamond", "0.3"), row("Diamond", "0.6"), row("Polki", "2")),
  );
  expect(stonesToSend("", opened, opened)).toBe("");
});
