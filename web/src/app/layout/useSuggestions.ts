import { useGetCategoriesQuery, useGetShelfQuery } from "@/shared/api/catalogue";
import type { Category, Product } from "@/shared/api/types";
import { useSettled } from "@/shared/ui/useSettled";
import { categoryPath } from "./navLinks";

export interface Suggestion {
  to: string;
  name: string;
  category?: Category;
  product?: Product;
}

const mostProducts = 5;

/** Categories and products whose names begin with what was typed; undefined while nothing is typed or answered. */
export function useSuggestions(typed: string): Suggestion[] | undefined {
  const term = useSettled(typed.trim());
  const { data: categories = [] } = useGetCategoriesQuery();
  const { currentData: found } = useGetShelfQuery({ search: term, limit: mostProducts }, { skip: term === "" });
  if (term === "" || typed.trim() === "") return undefined;
  const begins = (name: string) => name.toLowerCase().startsWith(term.toLowerCase());
  const suggested = [
    ...categories
      .filter(({ name }) => begins(name))
      .map((category) => ({ to: categoryPath(category.id), name: category.name, category })),
    ...(found?.products ?? [])
      .slice(0, mostProducts)
      .map((product) => ({ to: `/${product.id}`, name: product.name, product })),
  ];
  return found || suggested.length > 0 ? suggested : undefined;
}
