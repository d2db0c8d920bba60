import { allPages } from "./allPages";
import { api } from "./api";
import type { ApiMeta } from "./baseQuery";
import type { CartLine, Category, GoldRate, Product, ProductList, ProductType, WishlistEntry } from "./types";

export interface TopProductsQuery {
  search?: string;
  categoryId?: number;
  productType?: ProductType;
  minPrice?: number;
  maxPrice?: number;
  maxWeight?: number;
  stock?: "yes";
  sort?: "newest" | "bestSelling" | "rating" | "bestMatch";
  limit: number;
  /** Whether to include the counts of the filters. */
  facets?: boolean;
}

const pageLength = 12;

const productTags = (products: Product[]) => [
  "Product" as const,
  ...products.map(({ id }) => ({ type: "Product" as const, id })),
];

export function listOf(products: Product[], meta: unknown): ProductList {
  const body = (meta as ApiMeta).body as Partial<ProductList>;
  const { nextCursor = null, total = null, facets = null, searchedFor = null } = body;
  return { products, nextCursor, total, facets, searchedFor };
}

const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCategories: build.query<Category[], void>({
      queryFn: allPages<Category>("category/"),
      providesTags: ["Category"],
    }),
    /** Without scheduled rates, which an admin's session in the same browser would include. */
    getGoldRates: build.query<GoldRate[], void>({
      query: () => "goldrate/?scheduled=false",
      providesTags: ["GoldRate"],
    }),
    /** A paginated list; the argument is the query string of its filters and sort order. */
    getProductList: build.infiniteQuery<ProductList, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: (page) => page.nextCursor ?? undefined,
      },
      query: ({ queryArg, pageParam }) => {
        const params = new URLSearchParams(queryArg);
        params.set("limit", String(pageLength));
        if (pageParam !== null) {
          params.set("cursor", pageParam);
          params.set("facets", "false");
        }
        return `product/customer/?${params}`;
      },
      transformResponse: listOf,
      providesTags: (list) => productTags(list?.pages.flatMap(({ products }) => products) ?? []),
    }),
    /** The first products of a list. */
    getTopProducts: build.query<ProductList, TopProductsQuery>({
      query: ({ facets = false, ...query }) => ({ url: "product/customer/", params: { ...query, facets } }),
      transformResponse: listOf,
      providesTags: (list) => productTags(list?.products ?? []),
    }),
    getProduct: build.query<Product, number>({
      query: (id) => ({ url: "product/customer/", params: { id } }),
      providesTags: (_product, _error, id) => [{ type: "Product", id }, "Product"],
    }),
  }),
});

export const {
  useGetCategoriesQuery,
  useGetGoldRatesQuery,
  useGetProductListInfiniteQuery,
  useGetTopProductsQuery,
  useGetProductQuery,
} = catalogueApi;

const productsIn: Record<string, (data: never) => Product[]> = {
  getTopProducts: ({ products }: ProductList) => products,
  getProductList: ({ pages }: { pages: ProductList[] }) => pages.flatMap(({ products }) => products),
  getCart: (lines: CartLine[]) => lines.map(({ product }) => product),
  getWishlist: (entries: WishlistEntry[]) => entries.map(({ product }) => product),
};

/** Finds a product in the loaded lists, to show it before its own response arrives. */
export function selectCachedProduct(state: { api: ReturnType<typeof api.reducer> }, id: number): Product | undefined {
  for (const query of Object.values(state.api.queries)) {
    if (query?.data === undefined) continue;
    const found = productsIn[query.endpointName]?.(query.data as never).find((product) => product.id === id);
    if (found) return found;
  }
  return undefined;
}

export const inStock = (product: Product) => product.stockAvailability === "yes" && product.status === "active";
