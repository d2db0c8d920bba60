import { expect, it } from "vitest";
import { mergeField, valuesOf } from "./productValues";
import { grossOf, ofDefault, type SizeRow, sizeRows, sizesRule, sizesToSend } from "./sizeValues";

const row = (label: string, over: Partial<SizeRow> = {}): SizeRow => ({
  ...{ label, weight: "6.4", makingCharge: "", wastageCharge: "", stockQuantity: "", isDefault: false },
  ...over,
});
const text = (...rows: SizeRow[]) => JSON.stringify(rows);
const merge = (mine: string, opened: string, present: string) => {
  const merged = mergeField(valuesOf(null), "sizes", mine, opened, present);
  return { rows: sizeRows(merged?.text ?? ""), isClash: merged?.isClash };
};

it("sends a count only where it was edited, with the one that was seen", () => {
  const opened = text(row("12", { stockQuantity: "3", isDefault: true }), row("14", { stockQuantity: "5" }));
  const edited = text(
    row("12", { stockQuantity: "3", weight: "6.5", isDefault: true }),
    row("14", { stockQuantity: "6", makingCharge: "900" }),
    row("16", { stockQuantity: "1" }),
  );
  expect(JSON.parse(sizesToSend(edited, opened))).toEqual([
    { label: "12", weight: 6.5, makingCharge: null, wastageCharge: null, isDefault: true },
    {
      ...{ label: "14", weight: 6.4, makingCharge: 900, wastageCharge: null, isDefault: false },
      ...{ stockQuantity: 6, seenStockQuantity: 5 },
    },
    { label: "16", weight: 6.4, makingCharge: null, wastageCharge: null, stockQuantity: 1, isDefault: false },
  ]);
});

it("takes over what others changed since the form was opened, except in what was edited here", () => {
  const opened = text(
    row("12", { isDefault: true }),
    row("14", { stockQuantity: "5" }),
    row("16"),
    row("18"),
    row("20", { weight: "8" }),
  );
  const edited = text(row("12", { isDefault: true }), row("14", { stockQuantity: "5", weight: "7" }), row("16"));
  const present = text(
    row("12", { weight: "6.1" }),
    row("14", { stockQuantity: "4", makingCharge: "900", isDefault: true }),
    row("18"),
    row("22", { stockQuantity: "2" }),
  );
  // 16 was removed by a colleague, 18 and 20 here; 22 is new.
  const others = row("22", { stockQuantity: "2" });
  expect(merge(edited, opened, present)).toEqual({
    rows: [
      row("12", { weight: "6.1" }),
      row("14", { stockQuantity: "4", weight: "7", makingCharge: "900", isDefault: true }),
      others,
    ],
    isClash: false,
  });
  expect(merge("", opened, present).rows).toEqual([others]);
  expect(merge("", opened, opened)).toEqual({ rows: [], isClash: false });
});

it("clashes where both have edited the same figure of a size", () => {
  const [opened, mine] = [text(row("12")), text(row("12", { weight: "7" }))];
  expect(merge(mine, opened, text(row("12", { weight: "8" })))).toEqual({
    rows: [row("12", { weight: "7" })],
    isClash: true,
  });
  expect(merge(mine, opened, text(row("12", { weight: "7" }))).isClash).toBe(false);
});

it("has one default, though a colleague chose another", () => {
  const rows = (chosen: string) => ["12", "14", "16"].map((label) => row(label, { isDefault: label === chosen }));
  const merged = merge(text(...rows("14")), text(...rows("12")), text(...rows("16")));
  expect(merged.rows.filter(({ isDefault }) => isDefault).map(({ label }) => label)).toEqual(["14"]);
  expect(merged.isClash).toBe(true);
});

it("has one default, though a colleague removed it while it was edited here", () => {
  const opened = text(row("12", { isDefault: true }), row("14"));
  const edited = text(row("12", { isDefault: true, weight: "6.1" }), row("14"));
  const merged = merge(edited, opened, text(row("14", { isDefault: true })));
  expect(merged.rows.map(({ label, isDefault }) => [label, isDefault])).toEqual([
    ["12", true],
    ["14", false],
  ]);
});

it("gives the product the weight of the default size and the pieces of all", () => {
  const rows = [row("12", { stockQuantity: "3" }), row("14", { weight: "7", stockQuantity: "2", isDefault: true })];
  expect(ofDefault(rows)).toEqual({ weight: "7", stockQuantity: "5" });
  expect(ofDefault([row("12")])).toEqual({ weight: "6.4", stockQuantity: "" });
});

it("follows the default size with the gross weight, as only the gold differs", () => {
  const opened = { weight: "4.85", grossWeight: "5.092" };
  expect(grossOf(opened, [row("12", { weight: "4.85" })])).toBe("5.092");
  expect(grossOf(opened, [row("12", { weight: "4.85" }), row("8", { weight: "4.47", isDefault: true })])).toBe("4.712");
  // Not while a weight is typed.
  for (const weight of ["", "0", "x"]) expect(grossOf(opened, [row("12", { weight })])).toBe("5.092");
  expect(grossOf({ weight: "", grossWeight: "" }, [row("12")])).toBe("");
  expect(grossOf({ weight: "4", grossWeight: "" }, [row("12")])).toBe("");
  expect(grossOf(opened, [])).toBe("5.092");
});

it.each([
  [text(row("5")), /^Size 1: size must be 6 to 30/],
  [text(row("2.13")), /^Size 1: size must be/],
  [text(row("18 inch")), /^Size 1: size must be/],
  [text(row("12"), row("12")), "Size 1: size is there twice."],
  [text(row("12"), row("2.6")), "Size 2: size must be of the same kind as the first."],
  [text(row("12", { weight: "0" })), /^Size 1: weight/],
  [text(row("12", { stockQuantity: "1.5" })), /^Size 1: pieces/],
  [text(row("12"), row("14", { stockQuantity: "3" })), "Pieces of all sizes, or of none."],
])("refuses %s", (given, fault) => {
  expect(sizesRule(given)).toMatch(fault);
});

it("takes rings, bangles and chains", () => {
  for (const label of ["6", "30", "2.2", "2.12", "16 in"]) expect(sizesRule(text(row(label)))).toBe(true);
  expect(sizesRule(text(row("12"), row("14")))).toBe(true);
  expect(sizesRule(text(row("12", { stockQuantity: "0" }), row("14", { stockQuantity: "3" })))).toBe(true);
  expect(sizesRule("")).toBe(true);
});
