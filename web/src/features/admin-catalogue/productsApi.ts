import { api } from "@/shared/api/api";
import type { AdminImageOut, AdminProductOut, BulkIn, BulkOut, ListedImageOut } from "@/shared/api/schema";
import type { Category } from "@/shared/api/types";
import { type ListArgs, type ListPage, pagesOf } from "@/shared/portal/lists";
import { formOf, sendForm } from "@/shared/portal/sendForm";
import type { Vendor } from "./keepingApi";

export type StockedImage = AdminImageOut;
/** A product with what the shop paid for it, and all its pictures. */
export type StockedProduct = AdminProductOut;

/** One change to many products: by their ids, or all that a filter leaves. The fields are as they were typed. */
export interface BulkChange extends Pick<BulkIn, "ids"> {
  filter?: Record<string, string>;
  changes: Record<string, string>;
}

interface ImageToSave {
  id?: number;
  productId: number | string;
  type: string;
  /** What stands for a picture that was sent before. */
  upload?: string;
}

const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    productList: build.infiniteQuery<ListPage<StockedProduct>, ListArgs, string | null>({
      ...pagesOf<StockedProduct>("/product/"),
      providesTags: ["Product"],
    }),
    stockedProduct: build.query<StockedProduct, number>({
      query: (id) => ({ url: "/product/", params: { id } }),
      providesTags: ["Product"],
    }),
    activeVendors: build.query<Vendor[], void>({
      query: () => ({ url: "/vendor/", params: { status: "active", sort: "name" } }),
      providesTags: ["Vendor"],
    }),
    categoryChoices: build.query<Category[], void>({
      query: () => ({ url: "/category/", params: { sort: "name" } }),
      providesTags: ["Category"],
    }),
    saveProduct: build.mutation<StockedProduct, { id?: number; fields: Record<string, string> }>({
      queryFn: async ({ id, fields }, call) =>
        (await sendForm(id ? `/product/?id=${id}` : "/product/", formOf({ id, ...fields }), call)) as {
          data: StockedProduct;
        },
      invalidatesTags: (_row, error) => (error ? [] : ["Product"]),
    }),
    bulkPreview: build.query<BulkOut, BulkChange>({
      query: (body) => ({
        url: "/product/",
        method: "POST",
        params: { flag: "bulk" },
        body: { ...body, dryRun: true },
      }),
      providesTags: ["Product", "GoldRate"],
      keepUnusedDataFor: 0,
    }),
    changeMany: build.mutation<BulkOut, BulkChange & { count: number }>({
      query: (body) => ({ url: "/product/", method: "POST", params: { flag: "bulk" }, body }),
      invalidatesTags: (_effect, error) => (error ? [] : ["Product"]),
    }),
    deleteProduct: build.mutation<null, number>({
      query: (id) => ({ url: "/product/", method: "DELETE", params: { id } }),
      invalidatesTags: (_none, error) => (error ? [] : ["Product"]),
    }),
    imageList: build.infiniteQuery<ListPage<ListedImageOut>, ListArgs, string | null>({
      ...pagesOf<ListedImageOut>("/productimage/"),
      providesTags: ["Product"],
    }),
    saveImage: build.mutation<StockedImage, ImageToSave>({
      queryFn: async ({ id, productId, type, upload }, call) => {
        const form = formOf({ id, productId, type, imageUrl: upload });
        return (await sendForm(id ? `/productimage/?id=${id}` : "/productimage/", form, call)) as {
          data: StockedImage;
        };
      },
      invalidatesTags: (_row, error) => (error ? [] : ["Product"]),
    }),
    orderImages: build.mutation<StockedImage[], { productId: number; ids: number[] }>({
      query: (body) => ({ url: "/productimage/", method: "POST", params: { flag: "order" }, body }),
      invalidatesTags: (_rows, error) => (error ? [] : ["Product"]),
    }),
    deleteImage: build.mutation<null, number>({
      query: (id) => ({ url: "/productimage/", method: "DELETE", params: { id } }),
      invalidatesTags: (_none, error) => (error ? [] : ["Product"]),
    }),
  }),
});

export const {
  useProductListInfiniteQuery,
  useStockedProductQuery,
  useActiveVendorsQuery,
  useCategoryChoicesQuery,
  useSaveProductMutation,
  useBulkPreviewQuery,
  useChangeManyMutation,
  useDeleteProductMutation,
  useImageListInfiniteQuery,
  useSaveImageMutation,
  useOrderImagesMutation,
  useDeleteImageMutation,
} = productsApi;
