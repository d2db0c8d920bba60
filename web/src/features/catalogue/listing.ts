import type { ProductType } from "@/shared/api/types";
import { rupees } from "@/shared/format";

export const sorts = {
  newest: "Newest first",
  bestSelling: "Best selling",
  rating: "Top rated",
  priceAsc: "Price, low to high",
  priceDesc: "Price, high to low",
} as const;
export type Sort = keyof typeof sorts;

export interface Collection {
  title: string;
  productType?: ProductType;
  description?: string;
  /** The description of one category's list, with a place for its `{name}`. */
  ofCategory?: string;
}

export const typeNames: Record<string, string> = { general: "Everyone", wedding: "Wedding", men: "Men", kids: "Kids" };
export const stockNames: Record<string, string> = { yes: "In stock", no: "Out of stock" };
const starNames: Record<string, string> = { 5: "5 stars", 4: "4 stars and above", 3: "3 stars and above" };
export const starName = (stars: number | string) => starNames[stars] ?? `${stars} stars and above`;

const isAmount = (text: string) => /^\d{1,10}(\.\d{1,2})?$/.test(text);

/** The filters of the address, and what each takes. Anything else in an address is passed over. */
const accepted: Record<string, (value: string) => boolean> = {
  categoryId: (value) => /^[1-9]\d{0,8}$/.test(value),
  productType: (value) => value in typeNames,
  purity: (value) => value === "22k" || value === "24k",
  stock: (value) => value in stockNames,
  minRating: (value) => /^[1-5]$/.test(value),
  minPrice: isAmount,
  maxPrice: isAmount,
};
export type FilterName = "categoryId" | "productType" | "purity" | "stock" | "minRating" | "minPrice" | "maxPrice";

export function chosen(params: URLSearchParams, name: FilterName): string[] {
  return [...new Set(params.getAll(name))].filter((value) => accepted[name]?.(value));
}

export function sortOf(params: URLSearchParams): Sort {
  const sort = params.get("sort") ?? "";
  return sort in sorts ? (sort as Sort) : "newest";
}

/** Two ends of a range, the lower one first; an end may be left open. */
export const inOrder = (least: string, most: string): [string, string] =>
  least && most && Number(least) > Number(most) ? [most, least] : [least, most];

/** The ends of the prices that an address asks for, whichever of them it calls which. */
export const priceRange = (params: URLSearchParams) =>
  inOrder(chosen(params, "minPrice")[0] ?? "", chosen(params, "maxPrice")[0] ?? "");

/** What the server is asked for: the address, narrowed to the collection. */
export function serverQuery(params: URLSearchParams, { productType }: Collection): string {
  const query = new URLSearchParams();
  const search = params.get("search")?.trim();
  if (search) query.set("search", search);
  for (const name of Object.keys(accepted) as FilterName[]) {
    const values = name === "productType" && productType ? [productType] : chosen(params, name);
    for (const value of values) query.append(name, value);
  }
  const [least, most] = priceRange(params);
  if (least && most) {
    query.set("minPrice", least);
    query.set("maxPrice", most);
  }
  query.set("sort", sortOf(params));
  return query.toString();
}

/** The address with one more choice of a filter, or one less. */
export function withChoice(params: URLSearchParams, name: FilterName, value: string, isChosen: boolean) {
  const next = new URLSearchParams(params);
  const others = chosen(params, name).filter((other) => other !== value);
  next.delete(name);
  for (const other of others) next.append(name, other);
  if (isChosen) next.append(name, value);
  return next;
}

/** The address with only these values of some filters. */
export function withOnly(params: URLSearchParams, values: Partial<Record<FilterName | "sort", string>>) {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

export function withoutFilters(params: URLSearchParams) {
  const next = new URLSearchParams(params);
  for (const name of Object.keys(accepted)) next.delete(name);
  return next;
}

export interface Chip {
  text: string;
  /** The address without it. */
  without: URLSearchParams;
}

/** What the list is narrowed to. */
export function chipsOf(params: URLSearchParams, collection: Collection, categoryName: (id: string) => string): Chip[] {
  const many = (name: FilterName, text: (value: string) => string) =>
    chosen(params, name).map((value) => ({ text: text(value), without: withChoice(params, name, value, false) }));
  const [least, most] = priceRange(params);
  const price = priceText(least || null, most || null);
  return [
    ...many("categoryId", categoryName),
    ...(collection.productType ? [] : many("productType", (value) => typeNames[value] ?? value)),
    ...(price ? [{ text: price, without: withOnly(params, { minPrice: "", maxPrice: "" }) }] : []),
    ...many("purity", (value) => `${value} gold`),
    ...many("stock", (value) => stockNames[value] ?? value),
    ...many("minRating", starName),
  ];
}

const whole = (amount: number | string) => rupees(Math.ceil(Number(amount))).replace(".00", "");

/** `₹50,000 to ₹1,00,000`; nothing where neither end is given. */
export function priceText(least: number | string | null | undefined, most: number | string | null | undefined): string {
  if (least != null && most != null) return `${whole(least)} to ${whole(most)}`;
  if (least != null) return `${whole(least)} and above`;
  return most != null ? `Up to ${whole(most)}` : "";
}
