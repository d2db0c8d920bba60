import { api } from "@/shared/api/api";
import type { CategoryOut, VendorOut } from "@/shared/api/schema";
import { type ListArgs, type ListPage, pagesOf } from "@/shared/portal/lists";
import { formOf, sendForm } from "@/shared/portal/sendForm";

export type CategoryRow = CategoryOut;
export type Vendor = VendorOut;
export type VendorFields = Omit<Vendor, "id">;

interface CategoryToSave {
  id?: number;
  code: string;
  name: string;
  /** What stands for a picture that was sent before. */
  upload?: string;
}

const keepingApi = api.injectEndpoints({
  endpoints: (build) => ({
    categoryList: build.infiniteQuery<ListPage<CategoryRow>, ListArgs, string | null>({
      ...pagesOf<CategoryRow>("/category/"),
      providesTags: ["Category"],
    }),
    saveCategory: build.mutation<CategoryRow, CategoryToSave>({
      queryFn: async ({ id, code, name, upload }, call) => {
        const form = formOf({ id, code, name, imageUrl: upload });
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
      ...pagesOf<Vendor>("/vendor/"),
      providesTags: ["Vendor"],
    }),
    saveVendor: build.mutation<Vendor, Partial<VendorFields> & { id?: number }>({
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
} = keepingApi;
