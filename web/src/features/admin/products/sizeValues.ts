import { numberRules } from "@/shared/admin/form/formFields";
import type { AdminSizeOut } from "@/shared/api/schema";
import { mergeRows } from "./mergeRows";

/** A size as form values. */
export interface SizeRow {
  label: string;
  weight: string;
  /** Empty: as the product. */
  makingCharge: string;
  wastageCharge: string;
  /** Empty: not counted. */
  stockQuantity: string;
  isDefault: boolean;
}

export const blankSize: SizeRow = {
  label: "",
  weight: "",
  makingCharge: "",
  wastageCharge: "",
  stockQuantity: "",
  isDefault: false,
};
/** The server's limit. */
export const maxSizes = 40;

/** The rows of the form's value, which is a text in JSON or empty. */
export const sizeRows = (text: string): SizeRow[] => (text ? JSON.parse(text) : []);

const textOf = (value: number | null) => (value === null ? "" : String(value));

/** A list of rows with their fields in the order of the form, which compares it as text. */
export const sizesValue = (sizes: AdminSizeOut[]) =>
  sizes.length > 0
    ? JSON.stringify(
        sizes.map(
          (size): SizeRow => ({
            label: size.label,
            weight: String(size.weight),
            makingCharge: size.hasOwnMakingCharge ? String(size.makingCharge) : "",
            wastageCharge: size.hasOwnWastageCharge ? String(size.wastageCharge) : "",
            stockQuantity: textOf(size.stockQuantity),
            isDefault: size.isDefault,
          }),
        ),
      )
    : "";

/** The sizes in words: `12: 6.4, 900; 14: 7`. */
export const sizesText = (text: string) =>
  sizeRows(text)
    .map(({ label, isDefault: _, ...figures }) => `${label}: ${Object.values(figures).filter(Boolean).join(", ")}`)
    .join("; ");

/** The default size: the first one unless another is marked. */
export const defaultRow = (rows: SizeRow[]): SizeRow | undefined => rows.find(({ isDefault }) => isDefault) ?? rows[0];

/**
 * The fields that the sizes determine: the weight of the default size, and the number of all pieces, empty if they are
 * not counted.
 */
export function ofDefault(rows: SizeRow[]) {
  const counted = rows.filter(({ stockQuantity }) => stockQuantity.trim() !== "");
  return {
    weight: defaultRow(rows)?.weight ?? "",
    stockQuantity:
      counted.length > 0 ? String(counted.reduce((sum, row) => sum + (Number(row.stockQuantity) || 0), 0)) : "",
  };
}

/** The gross weight with these sizes, if it was not typed: only the gold differs between sizes. */
export function grossOf(opened: { weight?: string; grossWeight?: string }, rows: SizeRow[]): string {
  const { weight = "", grossWeight = "" } = opened;
  const [gross, before, after] = [Number(grossWeight), Number(weight), Number(ofDefault(rows).weight)];
  return gross > 0 && before > 0 && after > 0 ? String(Number((gross + after - before).toFixed(3))) : grossWeight;
}

/**
 * The sizes in the API's format. A count that was not edited is left out, because orders may have changed it. One that
 * was edited has the count that the form showed before.
 */
export function sizesToSend(text: string, opened: string): string {
  const before = new Map(sizeRows(opened).map(({ label, stockQuantity }) => [label.trim(), stockQuantity]));
  const sizes = sizeRows(text).map(({ stockQuantity, ...row }) => {
    const seen = before.get(row.label.trim());
    return {
      ...figuresOf(row),
      ...(seen !== stockQuantity && { stockQuantity: amount(stockQuantity) }),
      ...(seen !== undefined && seen !== stockQuantity && { seenStockQuantity: amount(seen) }),
    };
  });
  return sizes.length > 0 ? JSON.stringify(sizes) : "";
}

/** The sizes as the person saw them, which are compared without their counts. */
export const sizesSeen = (opened: string) => sizeRows(opened).map(figuresOf);

const amount = (value: string) => (value.trim() === "" ? null : Number(value));

const figuresOf = ({ label, weight, makingCharge, wastageCharge, isDefault }: Omit<SizeRow, "stockQuantity">) => ({
  label: label.trim(),
  weight: Number(weight),
  makingCharge: amount(makingCharge),
  wastageCharge: amount(wastageCharge),
  isDefault,
});

export function mergeSizes(rows: SizeRow[], opened: SizeRow[], present: SizeRow[]): SizeRow[] {
  const merged = mergeRows(rows, opened, present, ({ label }) => label.trim());
  const chosen = defaultOf(rows);
  // Only one size can be the default: the one of the form, if the others chose another and both are kept.
  return merged.filter(({ isDefault }) => isDefault).length < 2
    ? merged
    : merged.map((row) => ({ ...row, isDefault: row.label.trim() === chosen }));
}

const defaultOf = (rows: SizeRow[]) => rows.find(({ isDefault }) => isDefault)?.label.trim();

const rules = {
  weight: numberRules("Weight", { decimals: 3, above: true }).validate,
  makingCharge: numberRules("Making charge").validate,
  wastageCharge: numberRules("Wastage charge").validate,
  stockQuantity: numberRules("Pieces", { decimals: 0 }).validate,
};

const kinds: [string, RegExp][] = [
  ["ring", /^([6-9]|[12]\d|30)$/],
  ["bangle", /^2\.([2-9]|1[0-2])$/],
  ["chain", /^([5-9]|[1-5]\d|60) in$/],
];
const kindOf = (label: string) => kinds.find(([, shape]) => shape.test(label.trim()))?.[0];

/** The error of a field of a row; undefined if it is valid. */
export function sizeFault(row: SizeRow, name: Exclude<keyof SizeRow, "isDefault">, rows: SizeRow[]) {
  if (name === "label") {
    const kind = kindOf(row.label);
    if (!kind) return "Size must be 6 to 30 for a ring, 2.2 to 2.12 for a bangle, or such as 18 in for a chain";
    if (rows.filter(({ label }) => label.trim() === row.label.trim()).length > 1) return "Size is there twice";
    return kind === kindOf(rows[0]?.label ?? "") ? undefined : "Size must be of the same kind as the first";
  }
  if (name !== "weight" && row[name].trim() === "") return undefined;
  const found = rules[name](row[name]);
  return found === true ? undefined : found || `${name} is not a number`;
}

export function sizesRule(text: string): true | string {
  const rows = sizeRows(text);
  for (const [index, row] of rows.entries()) {
    for (const name of ["label", "weight", "makingCharge", "wastageCharge", "stockQuantity"] as const) {
      const fault = sizeFault(row, name, rows);
      if (fault) return `Size ${index + 1}: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}.`;
    }
  }
  const counted = rows.filter(({ stockQuantity }) => stockQuantity.trim() !== "").length;
  return [0, rows.length].includes(counted) || "Pieces of all sizes, or of none.";
}
