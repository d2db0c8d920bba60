import type { Product } from "@/shared/api/types";

export interface HomeList {
  title: string;
  products: Product[];
}

const shown = 8;

/** The lists that really differ: two tabs of the same pieces would only pretend to be a choice. */
export function homeLists(products: Product[]): HomeList[] {
  const newest = byNewest(products).slice(0, shown);
  const rated = [...products].sort((a, b) => b.rating - a.rating || b.id - a.id).slice(0, shown);
  const isRated = new Set(products.map(({ rating }) => rating)).size > 1;
  const differs = rated.some(({ id }) => !newest.some((product) => product.id === id));
  if (!isRated || !differs) return [{ title: "New Arrivals", products: newest }];
  return [
    { title: "New Arrivals", products: newest },
    { title: "Top Rated", products: rated },
  ];
}

export function byNewest(products: Product[]): Product[] {
  return [...products].sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
}
