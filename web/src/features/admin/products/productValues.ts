import type { AdminProduct } from "./productsApi";

const blank = {
  code: "",
  name: "",
  description: "",
  weight: "",
  makingCharge: "",
  wastageCharge: "",
  discount: "0",
  purity: "22k",
  status: "active",
  stockAvailability: "yes",
  stockQuantity: "",
  purchaseRate: "",
  purchaseGoldRate: "",
  purchaseDate: "",
  vendorId: "",
  categoryId: "",
  productType: "",
};

/** A product as form values: every field is a string. */
export type ProductValues = typeof blank;

export function valuesOf(product: AdminProduct | null): ProductValues {
  if (!product) return blank;
  const names = Object.keys(blank) as (keyof ProductValues)[];
  return Object.fromEntries(names.map((name) => [name, String(product[name] ?? "")])) as ProductValues;
}

const number = (text: string) => Number(text) || 0;

/** Calculates the price at a rate in whole rupees, as the server does. */
export function priceOf(
  values: Pick<ProductValues, "weight" | "makingCharge" | "wastageCharge" | "discount">,
  rate: number,
) {
  const charges = number(values.makingCharge) + number(values.wastageCharge);
  const mrp = Math.round(rate * number(values.weight) + charges);
  return { metal: mrp - charges, mrp, price: mrp - number(values.discount) };
}
