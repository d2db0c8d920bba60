import { api } from "@/shared/api/api";
import type { InvoiceOut } from "@/shared/api/schema";

export type TaxInvoice = InvoiceOut;

const invoicesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** An order's tax invoice and then its credit notes; empty where there is none yet. */
    invoices: build.query<TaxInvoice[], number>({
      query: (orderId) => ({ url: "invoice/", params: { orderId } }),
      providesTags: ["Invoice"],
    }),
  }),
});

export const { useInvoicesQuery } = invoicesApi;
