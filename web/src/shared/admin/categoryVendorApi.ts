import { api } from "@/shared/api/api";
import type { CategoryOut, VendorOut } from "@/shared/api/schema";
import { formOf, sendForm } from "@/shared/api/sendForm";
import { type ListArgs, type ListPage, listEndpoint } from "./list/listQuery";

export type CategoryRow = CategoryOut;
export type Vendor = VendorOut;
export type VendorFields = Omit<Vendor, "id">;

interface CategoryToSave {
  id?: number;
  code?: string;
  name?: string;
  seen?: { code?: string; name?: string };
  /** The key of an image that was uploaded before. */
  upload?: string;
}

const categoryVendorApi = api.injectEndpoints({
  endpoints: (build) => ({
    categoryList: build.infiniteQuery<ListPage<CategoryRow>, ListArgs, string | null>({
      ...listEndpoint<CategoryRow>("/category/"),
      providesTags: ["Category"],
    }),
    saveCategory: build.mutation<CategoryRow, CategoryToSave>({
      queryFn: async ({ id, code, name, seen, upload }, call) => {
        const form = formOf({ id, code, name, seen: seen && JSON.stringify(seen), imageUrl: upload });
        return (await sendForm(id ? `/category/?id=${id}` : "/category/", form, call)) as {
          data: CategoryRow;
        };
      },
      invalidatesTags: (_row, error) => (error ? [] : ["Category"]),
    }),
    deleteCategory: build.mutation<null, number>({
      query: (id) => ({ url: "/category/", method: "DELETE", params: { id } }),
      invalidatesTags: (_none, error) => (error ? [] : ["Category"]),
    }),
    vendorList: build.infiniteQuery<ListPage<Vendor>, ListArgs, string | null>({
      ...listEndpoint<Vendor>("/vendor/"),
      providesTags: ["Vendor"],
    }),
    saveVendor: build.mutation<Vendor, Partial<VendorFields> & { id?: number; seen?: Partial<VendorFields> }>({
      query: (body) => ({ url: "/vendor/", method: "POST", params: body.id ? { id: body.id } : {}, body }),
      invalidatesTags: (_row, error) => (error ? [] : ["Vendor"]),
    }),
    deleteVendor: build.mutation<null, number>({
      query: (id) => ({ url: "/vendor/", method: "DELETE", params: { id } }),
      invalidatesTags: (_none, error) => (error ? [] : ["Vendor"]),
    }),
  }),
});

export const {
  useCategoryListInfiniteQuery,
  useSaveCategoryMutation,
  useDeleteCategoryMutation,
  useVendorListInfiniteQuery,
  useSaveVendorMutation,
  useDeleteVendorMutation,
} = categoryVendorApi;
