import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type { CartOut, CustomerRowOut, ProfileIn, SignUpIn } from "@/shared/api/schema";

export type Customer = CustomerRowOut;
/** A customer's cart in total; the amount is in rupees at today's rate. */
export type Cart = CartOut;
/** An empty password keeps the current one. */
export type CustomerFields = SignUpIn;

const customersApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerList: build.infiniteQuery<ListPage<Customer>, ListArgs, string | null>({
      ...listEndpoint<Customer>("/customer/"),
      providesTags: ["Customer"],
    }),
    saveCustomer: build.mutation<Customer, Partial<CustomerFields> & Pick<ProfileIn, "seen"> & { id?: number }>({
      query: (body) => ({ url: "/customer/", method: "POST", params: body.id ? { id: body.id } : {}, body }),
      // Orders, returns and reviews show the name, the phone number or the email of the account.
      invalidatesTags: (_row, error) => (error ? [] : ["Customer", "Order", "Return", "Review"]),
    }),
    deleteCustomer: build.mutation<null, number>({
      query: (id) => ({ url: "/customer/", method: "DELETE", params: { id } }),
      invalidatesTags: (_none, error) => (error ? [] : ["Customer"]),
    }),
    // The hint of a changed cart refetches only the page of that customer, so this list is fetched on each opening.
    cartList: build.infiniteQuery<ListPage<Cart>, ListArgs, string | null>({
      ...listEndpoint<Cart>("/cart/", { flag: "allCarts" }),
      keepUnusedDataFor: 0,
      providesTags: ["Product", "GoldRate", "Customer"],
    }),
  }),
});

export const {
  useCustomerListInfiniteQuery,
  useSaveCustomerMutation,
  useDeleteCustomerMutation,
  useCartListInfiniteQuery,
} = customersApi;
