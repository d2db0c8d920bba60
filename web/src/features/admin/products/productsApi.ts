import type { Vendor } from "@/shared/admin/categoryVendorApi";
import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { allPages } from "@/shared/api/allPages";
import { api } from "@/shared/api/api";
import type { AdminImageOut, AdminProductOut, BulkIn, BulkOut, ListedImageOut } from "@/shared/api/schema";
import { formOf, sendForm } from "@/shared/api/sendForm";
import type { Category } from "@/shared/api/types";

export type AdminImage = AdminImageOut;
/** A product with its purchase price and all its images. */
export type AdminProduct = AdminProductOut;

/** A change of many products: by ids, or all that match a filter. Values are strings as entered. */
export interface BulkChange extends Pick<BulkIn, "ids"> {
  filter?: Record<string, string>;
  changes: Record<string, string>;
}

interface ImageToSave {
  id?: number;
  productId: number | string;
  type: string;
  seen?: { productId: string; type: string };
  /** The key of an image that was uploaded before. */
  upload?: string;
}

/** Products are listed with the names of their category and vendor. */
const productTags = ["Product", "Category", "Vendor"] as const;

const productsApi = api.injectEndpoints({
  endpoints: (build) => ({
    productList: build.infiniteQuery<ListPage<AdminProduct>, ListArgs, string | null>({
      ...listEndpoint<AdminProduct>("/product/"),
      providesTags: productTags,
    }),
    adminProduct: build.query<AdminProduct, number>({
      query: (id) => ({ url: "/product/", params: { id } }),
      providesTags: productTags,
    }),
    activeVendors: build.query<Vendor[], void>({
      queryFn: allPages<Vendor>("/vendor/", { status: "active", sort: "name" }),
      providesTags: ["Vendor"],
    }),
    categoryChoices: build.query<Category[], void>({
      queryFn: allPages<Category>("/category/", { sort: "name" }),
      providesTags: ["Category"],
    }),
    saveProduct: build.mutation<AdminProduct, { id?: number; fields: Record<string, string> }>({
      queryFn: async ({ id, fields }, call) =>
        (await sendForm(id ? `/product/?id=${id}` : "/product/", formOf({ id, ...fields }), call)) as {
          data: AdminProduct;
        },
      // An open form compares with it before the list is fetched again.
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => undefined);
        if (saved) dispatch(productsApi.util.updateQueryData("adminProduct", saved.data.id, () => saved.data));
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
      ...listEndpoint<ListedImageOut>("/productimage/"),
      providesTags: ["Product"],
    }),
    saveImage: build.mutation<AdminImage, ImageToSave>({
      queryFn: async ({ id, productId, type, seen, upload }, call) => {
        const form = formOf({ id, productId, type, seen: seen && JSON.stringify(seen), imageUrl: upload });
        return (await sendForm(id ? `/productimage/?id=${id}` : "/productimage/", form, call)) as {
          data: AdminImage;
        };
      },
      invalidatesTags: (_row, error) => (error ? [] : ["Product"]),
    }),
    orderImages: build.mutation<AdminImage[], { productId: number; ids: number[] }>({
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
  useAdminProductQuery,
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
