import { useGetCategoriesQuery, useGetTopProductsQuery } from "@/shared/api/catalogue";
import type { Category, Product } from "@/shared/api/types";
import { useDebounced } from "@/shared/hooks/useDebounced";
import { categoryPath } from "./navLinks";

export interface Suggestion {
  to: string;
  name: string;
  category?: Category;
  product?: Product;
  /** The words that the product was found by, if those that were typed match nothing. */
  searchedFor?: string;
}

const maxProducts = 5;

/**
 * Returns categories with a word that starts with the input, and the products that match it best; undefined before the
 * first response.
 */
export function useSearchSuggestions(typed: string): Suggestion[] | undefined {
  const term = useDebounced(typed.trim());
  const { data: categories = [] } = useGetCategoriesQuery();
  const { currentData: found } = useGetTopProductsQuery(
    { search: term, sort: "bestMatch", limit: maxProducts },
    { skip: term === "" },
  );
  if (term === "" || typed.trim() === "") return undefined;
  const begins = (name: string) => ` ${name.toLowerCase()}`.includes(` ${term.toLowerCase()}`);
  const searchedFor = found?.searchedFor ?? undefined;
  const suggested = [
    ...categories
      .filter(({ name }) => begins(name))
      .map((category) => ({ to: categoryPath(category.id), name: category.name, category })),
    ...(found?.products ?? [])
      .slice(0, maxProducts)
      .map((product) => ({ to: `/${product.id}`, name: product.name, product, searchedFor })),
  ];
  return found || suggested.length > 0 ? suggested : undefined;
}
