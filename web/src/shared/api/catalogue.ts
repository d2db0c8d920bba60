import { api } from "./api";
import type { ApiMeta } from "./baseQuery";
import type { Category, GoldRate, Product, ProductType } from "./types";

export interface ProductFilter {
  productType?: ProductType;
  search?: string;
}

const productTags = (products: Product[] | undefined) => [
  "Product" as const,
  ...(products ?? []).map(({ id }) => ({ type: "Product" as const, id })),
];

const catalogueApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCategories: build.query<Category[], void>({ query: () => "category/", providesTags: ["Category"] }),
    getGoldRates: build.query<GoldRate[], void>({ query: () => "goldrate/", providesTags: ["GoldRate"] }),
    getProducts: build.query<Product[], ProductFilter>({
      // Long lists come in pages; the shop's lists are filtered and counted whole.
      async queryFn(filter, _api, _options, fetchPage) {
        const products: Product[] = [];
        let cursor: unknown;
        do {
          const page = await fetchPage({ url: "product/customer/", params: { ...filter, cursor } });
          if (page.error) return { error: page.error };
          products.push(...(page.data as Product[]));
          cursor = (page.meta as ApiMeta).body.nextCursor;
        } while (cursor);
        return { data: products };
      },
      providesTags: productTags,
    }),
    getProduct: build.query<Product, number>({
      query: (id) => ({ url: "product/customer/", params: { id } }),
      providesTags: (_product, _error, id) => [{ type: "Product", id }, "Product"],
    }),
  }),
});

export const { useGetCategoriesQuery, useGetGoldRatesQuery, useGetProductsQuery, useGetProductQuery } = catalogueApi;

export const inStock = (product: Product) => product.stockAvailability === "yes" && product.status === "active";
