import { type ListArgs, type ListPage, listEndpoint } from "@/shared/admin/list/listQuery";
import { api } from "@/shared/api/api";
import type {
  CustomerDataIn,
  CustomerEventOut,
  CustomerMailOut,
  CustomerMoneyOut,
  CustomerNoteIn,
  CustomerNoteOut,
  CustomerOrderOut,
  CustomerRecordOut,
  ReturnOut,
  WishlistEntryOut,
} from "@/shared/api/schema";
import type { Address, CartLine } from "@/shared/api/types";

export type CustomerRecord = CustomerRecordOut;
export type CustomerOrder = CustomerOrderOut;
export type CustomerMoney = CustomerMoneyOut;
export type CustomerMail = CustomerMailOut;
export type CustomerEvent = CustomerEventOut;
export type CustomerNote = CustomerNoteOut;

/** The arguments of a list of one customer. */
export const listOf = (customerId: number): ListArgs => ({
  search: "",
  sort: "",
  filters: { customerId: String(customerId) },
});

const tagOf = (id: number) => [{ type: "CustomerRecord" as const, id }];
const tagOfList = (_pages: unknown, _error: unknown, { filters }: ListArgs) => tagOf(Number(filters.customerId));
const tagOfCustomer = (_data: unknown, _error: unknown, id: number) => tagOf(id);

const customerRecordApi = api.injectEndpoints({
  endpoints: (build) => ({
    customerRecord: build.query<CustomerRecord, number>({
      query: (id) => ({ url: "/customer/", params: { id } }),
      providesTags: tagOfCustomer,
    }),
    customerOrders: build.infiniteQuery<ListPage<CustomerOrder>, ListArgs, string | null>({
      ...listEndpoint<CustomerOrder>("/customer/orders/"),
      providesTags: tagOfList,
    }),
    customerMoney: build.infiniteQuery<ListPage<CustomerMoney>, ListArgs, string | null>({
      ...listEndpoint<CustomerMoney>("/customer/money/"),
      providesTags: tagOfList,
    }),
    customerReturns: build.infiniteQuery<ListPage<ReturnOut>, ListArgs, string | null>({
      ...listEndpoint<ReturnOut>("/return/"),
      providesTags: tagOfList,
    }),
    customerMails: build.infiniteQuery<ListPage<CustomerMail>, ListArgs, string | null>({
      ...listEndpoint<CustomerMail>("/customer/mails/"),
      providesTags: tagOfList,
    }),
    customerEvents: build.infiniteQuery<ListPage<CustomerEvent>, ListArgs, string | null>({
      ...listEndpoint<CustomerEvent>("/customer/events/"),
      providesTags: tagOfList,
    }),
    customerNotes: build.query<CustomerNote[], number>({
      query: (customerId) => ({ url: "/customer/notes/", params: { customerId } }),
      providesTags: tagOfCustomer,
    }),
    addCustomerNote: build.mutation<CustomerNote, CustomerNoteIn>({
      query: (body) => ({ url: "/customer/notes/", method: "POST", body }),
      invalidatesTags: (_note, error, { customerId }) => (error ? [] : tagOf(customerId)),
    }),
    customerCart: build.query<CartLine[], number>({
      query: (custId) => ({ url: "/cart/", params: { custId } }),
      keepUnusedDataFor: 0,
      providesTags: (_lines, _error, id) => [...tagOf(id), "Product", "GoldRate"],
    }),
    customerWishlist: build.query<WishlistEntryOut[], number>({
      query: (customerId) => ({ url: "/wishlist/", params: { customerId } }),
      providesTags: (_entries, _error, id) => [...tagOf(id), "Product", "GoldRate"],
    }),
    prepareDataOf: build.mutation<null, CustomerDataIn>({
      query: (body) => ({ url: "/customer/data/", method: "POST", params: { flag: "forCustomer" }, body }),
    }),
    deleteAccountOf: build.mutation<null, CustomerDataIn>({
      query: (body) => ({ url: "/customer/delete/", method: "POST", params: { flag: "forCustomer" }, body }),
      invalidatesTags: (_nothing, error, { customerId }) => (error ? [] : [...tagOf(customerId), "Customer"]),
    }),
    customerAddresses: build.query<Address[], number>({
      query: (customerId) => ({ url: "/address/", params: { customerId } }),
      providesTags: tagOfCustomer,
    }),
  }),
});

export const {
  useCustomerRecordQuery,
  useCustomerOrdersInfiniteQuery,
  useCustomerMoneyInfiniteQuery,
  useCustomerReturnsInfiniteQuery,
  useCustomerMailsInfiniteQuery,
  useCustomerEventsInfiniteQuery,
  useCustomerNotesQuery,
  useAddCustomerNoteMutation,
  useCustomerCartQuery,
  useCustomerWishlistQuery,
  useCustomerAddressesQuery,
  usePrepareDataOfMutation,
  useDeleteAccountOfMutation,
} = customerRecordApi;
