const blank = {
  categoryId: "",
  vendorId: "",
  productType: "",
  status: "",
  stockAvailability: "",
  stockBy: "",
  stockQuantity: "",
  hallmark: "",
  makingChargePercent: "",
  wastageChargePercent: "",
  discountBy: "",
  discount: "",
};

/** The values of the bulk form; an empty field is not changed. */
export type BulkValues = typeof blank;

export const blankBulk: BulkValues = blank;

/** Returns the changes to send, or undefined if there are none or a value is invalid. */
export function changesOf(all: BulkValues): Record<string, string> | undefined {
  const { discountBy, discount, stockBy, stockQuantity, hallmark, ...values } = all;
  const given = Object.entries(values).filter(([, value]) => value.trim() !== "");
  if (stockBy) given.push(["stockQuantity", stockBy === "count" ? stockQuantity : notCounted]);
  if (hallmark) given.push(["hallmark", hallmark === noHallmark ? "" : hallmark]);
  const discountField = discountBy === "percent" ? "discountPercent" : "discount";
  if (discountBy) given.push([discountField, discount]);
  if (stockBy === "count" && piecesRule(stockQuantity) !== true) return undefined;
  if (stockBy === "count" && stockQuantity.trim() === "") return undefined;
  const unfit = given.some(([name, value]) => checks[name] && checks[name](value) !== true);
  return given.length > 0 && !unfit
    ? Object.fromEntries(given.map(([name, value]) => [name, checks[name] ? withoutPlus(value) : value.trim()]))
    : undefined;
}

/** Removes a plus sign, which the server does not accept. */
const withoutPlus = (value: string) => value.trim().replace(/^\+/, "");

/** The option that removes the hallmark. */
export const noHallmark = "none";

/** The value of `stockQuantity` that ends the counting of pieces. */
const notCounted = "";

type Check = (value: string) => true | string;

/** A percentage to add: `10`, `-5`, `2.5`. */
export const percentChangeRule: Check = (value) => {
  const text = value.trim();
  if (text === "") return true;
  if (!/^[-+]?\d{1,4}(\.\d{1,2})?$/.test(text)) return "Write a percentage such as 10 or -5";
  return (Number(text) >= -100 && Number(text) <= 1000) || "Between -100 and 1000";
};

export const percentRule: Check = (value) => {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(value.trim())) return "Write a percentage from 0 to 100";
  return Number(value) <= 100 || "Write a percentage from 0 to 100";
};

export const wholeRupeesRule: Check = (value) => /^\d{1,9}$/.test(value.trim()) || "Write whole rupees";

/** A number of pieces, or empty. */
export const piecesRule = (typed: unknown): true | string => {
  const text = String(typed ?? "").trim();
  if (text !== "" && !/^\d{1,6}$/.test(text)) return "Write a whole number of pieces";
  return Number(text) <= 100_000 || "At most 1,00,000 pieces";
};

const checks: Record<string, Check> = {
  makingChargePercent: percentChangeRule,
  wastageChargePercent: percentChangeRule,
  discount: wholeRupeesRule,
  discountPercent: percentRule,
};
