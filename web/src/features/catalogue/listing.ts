import type { Product, ProductType } from "@/shared/api/types";
import { byNewest } from "./homeLists";

export const sorts = {
  newest: "Newest first",
  "price-low": "Price, low to high",
  "price-high": "Price, high to low",
  name: "Name",
} as const;
export type Sort = keyof typeof sorts;

export interface Collection {
  title: string;
  productType?: ProductType;
}

export interface Choice {
  categoryIds: number[];
  sort: Sort;
}

/** What the address asks for: `categoryId` once for each category, and `sort`. */
export function choiceOf(params: URLSearchParams): Choice {
  const categoryIds = params
    .getAll("categoryId")
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
  const sort = params.get("sort") as Sort;
  return { categoryIds, sort: sort in sorts ? sort : "newest" };
}

export function withCategory(params: URLSearchParams, id: number, chosen: boolean): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete("categoryId");
  const others = params.getAll("categoryId").filter((other) => other !== String(id));
  for (const other of others) next.append("categoryId", other);
  if (chosen) next.append("categoryId", String(id));
  return next;
}

export function listed(products: Product[], { categoryIds, sort }: Choice): Product[] {
  const chosen = categoryIds.length ? products.filter((product) => categoryIds.includes(product.categoryId)) : products;
  if (sort === "price-low") return [...chosen].sort((a, b) => a.ornamentPrice - b.ornamentPrice);
  if (sort === "price-high") return [...chosen].sort((a, b) => b.ornamentPrice - a.ornamentPrice);
  if (sort === "name") return [...chosen].sort((a, b) => a.name.localeCompare(b.name));
  return byNewest(chosen);
}

export interface CategoryOption {
  id: number;
  name: string;
  count: number;
}

/** The categories that this collection has pieces of, and any other that the address names. */
export function categoryOptions(
  products: Product[],
  categories: { id: number; name: string }[],
  chosen: number[],
): CategoryOption[] {
  return categories
    .map(({ id, name }) => ({ id, name, count: products.filter(({ categoryId }) => categoryId === id).length }))
    .filter(({ id, count }) => count > 0 || chosen.includes(id));
}
