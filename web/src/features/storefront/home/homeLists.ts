import type { TopProductsQuery } from "@/shared/api/catalogue";

type Order = NonNullable<TopProductsQuery["sort"]>;

/** The tabs of the home page, each with its own list. */
export const homeLists: { title: string; sort: Order }[] = [
  { title: "Best Seller", sort: "bestSelling" },
  { title: "New Arrivals", sort: "newest" },
  { title: "Top Rated", sort: "rating" },
];

/** The first list also fetches the counts of the categories. */
export const homeListQuery = (sort: Order): TopProductsQuery => ({
  sort,
  limit: 8,
  facets: sort === homeLists[0]?.sort,
});
