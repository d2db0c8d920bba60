const blank = {
  categoryId: "",
  vendorId: "",
  productType: "",
  status: "",
  stockAvailability: "",
  makingChargePercent: "",
  wastageChargePercent: "",
  discountBy: "",
  discount: "",
};

/** The form of a change to many: what is left empty stays as it is. */
export type BulkValues = typeof blank;

export const blankBulk: BulkValues = blank;

/** What is sent of it; nothing where nothing is to change, or a figure is not yet one. */
export function changesOf({ discountBy, discount, ...values }: BulkValues): Record<string, string> | undefined {
  const given = Object.entries(values).filter(([, value]) => value.trim() !== "");
  const discountField = discountBy === "percent" ? "discountPercent" : "discount";
  if (discountBy) given.push([discountField, discount]);
  const unfit = given.some(([name, value]) => checks[name] && checks[name](value) !== true);
  return given.length > 0 && !unfit
    ? Object.fromEntries(given.map(([name, value]) => [name, value.trim()]))
    : undefined;
}

type Check = (value: string) => true | string;

/** A percentage to move by: `10`, `-5`, `2.5`. */
export const moveBy: Check = (value) => {
  const text = value.trim();
  if (text === "") return true;
  if (!/^[-+]?\d{1,4}(\.\d{1,2})?$/.test(text)) return "Write a percentage such as 10 or -5";
  return (Number(text) >= -100 && Number(text) <= 1000) || "Between -100 and 1000";
};

export const part: Check = (value) => {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(value.trim())) return "Write a percentage from 0 to 100";
  return Number(value) <= 100 || "Write a percentage from 0 to 100";
};

export const rupeesWhole: Check = (value) => /^\d{1,9}$/.test(value.trim()) || "Write whole rupees";

const checks: Record<string, Check> = {
  makingChargePercent: moveBy,
  wastageChargePercent: moveBy,
  discount: rupeesWhole,
  discountPercent: part,
};
