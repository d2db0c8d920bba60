import type { ProductType } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { productTypeNames } from "@/shared/product/productTypes";
import { sizeText } from "@/shared/product/sizeText";

export const sorts = {
  bestMatch: "Best match",
  bestSelling: "Best selling",
  newest: "Newest first",
  rating: "Top rated",
  priceAsc: "Price, low to high",
  priceDesc: "Price, high to low",
} as const;
export type Sort = keyof typeof sorts;

export interface Collection {
  title: string;
  productType?: ProductType;
  description?: string;
  /** The description of one category's list, with the placeholder `{name}`. */
  ofCategory?: string;
}

export const stockNames: Record<string, string> = { yes: "In stock", no: "Out of stock" };
const starNames: Record<string, string> = { 5: "5 stars", 4: "4 stars and above", 3: "3 stars and above" };
export const starName = (stars: number | string) => starNames[stars] ?? `${stars} stars and above`;

const isWeight = (text: string) => /^\d{1,6}(\.\d{1,3})?$/.test(text);
const isAmount = (text: string) => /^\d{1,10}(\.\d{1,2})?$/.test(text);

/** The filters in the URL and their valid values; other parameters are ignored. */
const accepted: Record<string, (value: string) => boolean> = {
  categoryId: (value) => /^[1-9]\d{0,8}$/.test(value),
  productType: (value) => Object.hasOwn(productTypeNames, value),
  purity: (value) => value === "22k" || value === "24k",
  stock: (value) => Object.hasOwn(stockNames, value),
  minRating: (value) => /^[1-5]$/.test(value),
  minPrice: isAmount,
  maxPrice: isAmount,
  minWeight: isWeight,
  maxWeight: isWeight,
  size: (value) => /^(\d{1,2}|2\.\d{1,2}|\d{1,2} in)$/.test(value),
  stone: (value) => /^(?! )[^|;\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]{1,60}$/u.test(value),
};
export type FilterName =
  | "categoryId"
  | "productType"
  | "purity"
  | "stock"
  | "minRating"
  | "minPrice"
  | "maxPrice"
  | "minWeight"
  | "maxWeight"
  | "size"
  | "stone";

export function filterValues(params: URLSearchParams, name: FilterName): string[] {
  return [...new Set(params.getAll(name))].filter((value) => accepted[name]?.(value));
}

const isSearch = (params: URLSearchParams) => Boolean(params.get("search")?.trim());

/** The sort order without a choice. */
export const defaultSort = (params: URLSearchParams): Sort => (isSearch(params) ? "bestMatch" : "bestSelling");

/** The sort orders that the list has; only a search has a best match. */
export const sortsOf = (params: URLSearchParams) =>
  (Object.keys(sorts) as Sort[]).filter((sort) => sort !== "bestMatch" || isSearch(params));

export function sortOf(params: URLSearchParams): Sort {
  const sort = params.get("sort") as Sort;
  return sortsOf(params).includes(sort) ? sort : defaultSort(params);
}

/** Sorts the ends of a range; either may be empty. */
export const sortRange = (least: string, most: string): [string, string] =>
  least && most && Number(least) > Number(most) ? [most, least] : [least, most];

/** The price range in the URL, in either order. */
export const priceRange = (params: URLSearchParams) =>
  sortRange(filterValues(params, "minPrice")[0] ?? "", filterValues(params, "maxPrice")[0] ?? "");

/** The query for the API: the filters of the URL and of the collection. */
export function serverQuery(params: URLSearchParams, { productType }: Collection): string {
  const query = new URLSearchParams();
  const search = params.get("search")?.trim();
  if (search) query.set("search", search);
  for (const name of Object.keys(accepted) as FilterName[]) {
    const values = name === "productType" && productType ? [productType] : filterValues(params, name);
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

/** Returns the parameters with a value added to a filter, or removed. */
export function withFilterValue(params: URLSearchParams, name: FilterName, value: string, isChosen: boolean) {
  const next = new URLSearchParams(params);
  const others = filterValues(params, name).filter((other) => other !== value);
  next.delete(name);
  for (const other of others) next.append(name, other);
  if (isChosen) next.append(name, value);
  return next;
}

/** Returns the parameters with some filters replaced. */
export function withValues(params: URLSearchParams, values: Partial<Record<FilterName | "sort", string>>) {
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

export interface FilterChip {
  text: string;
  /** The parameters without this filter. */
  without: URLSearchParams;
}

/** Returns the active filters. */
export function filterChips(
  params: URLSearchParams,
  collection: Collection,
  categoryName: (id: string) => string,
): FilterChip[] {
  const many = (name: FilterName, text: (value: string) => string) =>
    filterValues(params, name).map((value) => ({
      text: text(value),
      without: withFilterValue(params, name, value, false),
    }));
  const [least, most] = priceRange(params);
  const price = priceText(least || null, most || null);
  const weight = weightText(filterValues(params, "minWeight")[0], filterValues(params, "maxWeight")[0]);
  return [
    ...many("categoryId", categoryName),
    ...(collection.productType ? [] : many("productType", (value) => productTypeNames[value] ?? value)),
    ...(price ? [{ text: price, without: withValues(params, { minPrice: "", maxPrice: "" }) }] : []),
    ...many("purity", (value) => `${value} gold`),
    ...(weight ? [{ text: weight, without: withValues(params, { minWeight: "", maxWeight: "" }) }] : []),
    ...many("size", sizeText),
    ...many("stone", (value) => value),
    ...many("stock", (value) => stockNames[value] ?? value),
    ...many("minRating", starName),
  ];
}

/** `5 to 10 gm`; empty without ends. */
export function weightText(
  least: string | number | null | undefined,
  most: string | number | null | undefined,
): string {
  if (least && most) return `${least} to ${most} gm`;
  if (least) return `${least} gm and above`;
  return most ? `Up to ${most} gm` : "";
}

const whole = (amount: number | string) => rupees(Math.ceil(Number(amount))).replace(".00", "");

/** Formats a price range: `₹50,000 to ₹1,00,000`; empty without ends. */
export function priceText(least: number | string | null | undefined, most: number | string | null | undefined): string {
  if (least != null && most != null) return `${whole(least)} to ${whole(most)}`;
  if (least != null) return `${whole(least)} and above`;
  return most != null ? `Up to ${whole(most)}` : "";
}
