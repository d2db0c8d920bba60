import { numberRules } from "@/shared/admin/form/formFields";
import { caratsOf, stoneGrams } from "@/shared/product/stones";
import { mergeRows } from "./mergeRows";

/** A kind of stone as form values. */
export interface StoneRow {
  kind: string;
  count: string;
  carats: string;
  charge: string;
}

export const blankStone: StoneRow = { kind: "", count: "1", carats: "", charge: "" };
/** The server's limits. */
export const maxKinds = 20;
const maxCount = 10_000;
const maxCarats = 10_000;

/** The rows of the form's value, which is a text in JSON or empty. */
export const stoneRows = (text: string): StoneRow[] => (text ? JSON.parse(text) : []);

/** The stones in words: `Ruby: 2, 1.5, 900; Pearl: 1, 2, 300`. */
export const stonesText = (text: string) =>
  stoneRows(text)
    .map(({ kind, ...figures }) => `${kind}: ${Object.values(figures).join(", ")}`)
    .join("; ");

export const mergeStones = (rows: StoneRow[], opened: StoneRow[], present: StoneRow[]) =>
  mergeRows(rows, opened, present, ({ kind }) => kind.trim());

const number = (text: string) => Number(text) || 0;

export function totalsOf(rows: StoneRow[]) {
  const stones = rows.map((row) => ({ carats: number(row.carats) }));
  return {
    carats: caratsOf(stones),
    grams: stoneGrams(stones),
    charge: rows.reduce((sum, { charge }) => sum + number(charge), 0),
  };
}

const rules = {
  count: numberRules("Count", { decimals: 0, above: true }).validate,
  carats: numberRules("Carats", { decimals: 3, above: true }).validate,
  charge: numberRules("Charge").validate,
};
const most: Partial<Record<keyof StoneRow, number>> = { count: maxCount, carats: maxCarats };

/** The error of a field of a row; undefined if it is valid. */
export function stoneFault(row: StoneRow, name: keyof StoneRow): string | undefined {
  if (name === "kind") {
    if (!row.kind.trim()) return "Kind is required";
    return /[|;]/.test(row.kind) ? "Kind must not hold | or ;" : undefined;
  }
  const found = rules[name](row[name]);
  if (found !== true) return found || `${name} is not a number`;
  const limit = most[name];
  return limit && number(row[name]) > limit ? `${name} can be ${limit} at most` : undefined;
}

export function stonesRule(text: string): true | string {
  for (const [index, row] of stoneRows(text).entries()) {
    for (const name of ["kind", "count", "carats", "charge"] as const) {
      const fault = stoneFault(row, name);
      if (fault) return `Stone ${index + 1}: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}.`;
    }
  }
  return true;
}
