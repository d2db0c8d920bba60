import { isApiError } from "@/shared/api/errors";
import type { Merged } from "@/shared/form/useSyncedForm";
import type { AdminProduct } from "./productsApi";
import { defaultRow, mergeSizes, sizeRows, sizesSeen, sizesValue } from "./sizeValues";
import { mergeStones, stoneRows, totalsOf } from "./stoneValues";

export const productTypes = ["general", "men", "wedding", "kids"];

const blank = {
  code: "",
  name: "",
  description: "",
  weight: "",
  grossWeight: "",
  width: "",
  height: "",
  /** The rows of the stones as JSON; empty without stones. */
  stones: "",
  /** The rows of the sizes as JSON; empty without sizes. */
  sizes: "",
  makingCharge: "",
  wastageCharge: "",
  discount: "0",
  purity: "22k",
  hallmark: "",
  status: "active",
  stockAvailability: "yes",
  stockQuantity: "",
  bin: "",
  /** In India, as an input of the type datetime-local has it; empty if it is not scheduled. */
  onSaleAt: "",
  purchaseRate: "",
  purchaseGoldRate: "",
  purchaseDate: "",
  vendorId: "",
  categoryId: "",
  productType: "",
};

/** A product as form values: every field is a string. */
export type ProductValues = typeof blank;

/** The marks of the Bureau of Indian Standards for a purity. */
export const hallmarksOf = (purity: string): readonly string[] =>
  purity === "24k" ? ["24K995", "24K999"] : ["22K916"];

export function valuesOf(product: AdminProduct | null): ProductValues {
  if (!product) return blank;
  const names = Object.keys(blank) as (keyof ProductValues)[];
  const values = Object.fromEntries(names.map((name) => [name, String(product[name] ?? "")])) as ProductValues;
  const onSaleAt = product.onSaleAt ? localInIndia(product.onSaleAt) : "";
  return { ...values, onSaleAt, stones: stonesValue(product.stones), sizes: sizesValue(product.sizes ?? []) };
}

const indiaFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Asia/Kolkata",
  dateStyle: "short",
  timeStyle: "short",
});

/** Such as "2026-11-25T10:30", in India. */
const localInIndia = (moment: string) => indiaFormat.format(new Date(moment)).replace(" ", "T");

/** A list of rows with their fields in the order of the form, which compares it as text. */
const stonesValue = (stones: AdminProduct["stones"]) =>
  stones.length > 0
    ? JSON.stringify(
        stones.map(({ kind, count, carats, charge }) => ({
          kind,
          count: String(count),
          carats: String(carats),
          charge: String(charge),
        })),
      )
    : "";

/**
 * The value that the server compares with the stored count: the count that the form showed before, unless the sizes
 * have their own. Without a new count nothing is compared.
 */
export const seenCount = (values: ProductValues, opened: ProductValues): { seenStockQuantity?: string } =>
  values.stockQuantity === opened.stockQuantity || (values.sizes && opened.sizes)
    ? {}
    : { seenStockQuantity: opened.stockQuantity };

/** The opened values with the current count, which a refusal contains; undefined for another error. */
export function withPresentCount(opened: ProductValues, error: unknown): ProductValues | undefined {
  if (!isApiError(error) || error.status !== 409) return undefined;
  const { stockQuantity: count, size } = (error.data ?? {}) as { stockQuantity?: number | null; size?: string | null };
  if (count === undefined) return undefined;
  const stockQuantity = String(count ?? "");
  if (!size) return { ...opened, stockQuantity };
  const rows = sizeRows(opened.sizes).map((row) => (row.label === size ? { ...row, stockQuantity } : row));
  return { ...opened, sizes: JSON.stringify(rows) };
}

/**
 * The values that the server compares with the product's other fields: the changed fields as the form showed them
 * before. The form has no seconds of a time, `current` has.
 */
export function seenFields(
  changed: Partial<ProductValues>,
  opened: ProductValues,
  current: AdminProduct | null,
): { seen?: string } {
  const isSameTime = opened.onSaleAt === valuesOf(current).onSaleAt;
  const exact = { ...opened, ...(isSameTime && { onSaleAt: current?.onSaleAt ?? "" }), sizes: sizesSeen(opened.sizes) };
  const names = (Object.keys(changed) as (keyof ProductValues)[]).filter((name) => name !== "stockQuantity");
  return names.length > 0 ? { seen: JSON.stringify(Object.fromEntries(names.map((name) => [name, exact[name]]))) } : {};
}

/** Merges the changes of others into a list, and leaves computed fields unchanged. */
export function mergeField(
  values: ProductValues,
  name: string,
  mine: string,
  opened: string,
  present: string,
): Merged | undefined {
  if (name === "sizes") return mergeTexts([mine, opened, present], sizeRows, mergeSizes);
  if (name === "stones") return mergeTexts([mine, opened, present], stoneRows, mergeStones);
  const follows =
    name === "stockAvailability"
      ? values.stockQuantity !== "" || values.status === "in active"
      : values.sizes !== "" && (name === "weight" || name === "stockQuantity");
  return follows ? { text: mine, isClash: false } : undefined;
}

function mergeTexts<Row>(
  texts: [mine: string, opened: string, present: string],
  read: (text: string) => Row[],
  merge: (rows: Row[], opened: Row[], present: Row[]) => Row[],
): Merged {
  const [mine = [], opened = [], present = []] = texts.map(read);
  const [ours, theirs] = [merge(mine, opened, present), merge(present, opened, mine)];
  const contents = (rows: Row[]) =>
    rows
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join();
  return { text: ours.length > 0 ? JSON.stringify(ours) : "", isClash: contents(ours) !== contents(theirs) };
}

const number = (text: string) => Number(text) || 0;

/** The values with the charges of the default size, if it has its own. */
export function inDefaultSize(values: ProductValues): ProductValues {
  const size = defaultRow(sizeRows(values.sizes));
  return {
    ...values,
    makingCharge: size?.makingCharge.trim() || values.makingCharge,
    wastageCharge: size?.wastageCharge.trim() || values.wastageCharge,
  };
}

/** Calculates the price at a rate in whole rupees, as the server does. */
export function priceOf(
  values: Pick<ProductValues, "weight" | "stones" | "makingCharge" | "wastageCharge" | "discount">,
  rate: number,
) {
  const charges =
    totalsOf(stoneRows(values.stones)).charge + number(values.makingCharge) + number(values.wastageCharge);
  const mrp = Math.round(rate * number(values.weight) + charges);
  return { metal: mrp - charges, mrp, price: mrp - number(values.discount) };
}
