import type { Shelf } from "@/shared/api/catalogue";

type Order = NonNullable<Shelf["sort"]>;

/** The home page's tabs, each a list of its own. */
export const homeLists: { title: string; sort: Order }[] = [
  { title: "Best Seller", sort: "bestSelling" },
  { title: "New Arrivals", sort: "newest" },
  { title: "Top Rated", sort: "rating" },
];

/** The first of them brings the counts of the categories too. */
export const homeShelf = (sort: Order): Shelf => ({ sort, limit: 8, facets: sort === homeLists[0]?.sort });
