import { api } from "./api";
import type { MethodOut, PaymentChangeOut, PaymentOut, ShopOut } from "./schema";

export type Payment = PaymentOut;
export type PaymentMethod = MethodOut;

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What the shop offers; these are settings of the running shop. */
    getShop: build.query<ShopOut, void>({ query: () => "shop/" }),
    claimPayment: build.mutation<PaymentChangeOut, { orderId: number; reference: string; version: number }>({
      query: (body) => ({ url: "payment/claim/", method: "POST", body }),
      invalidatesTags: ["Order"],
    }),
    changePaymentMethod: build.mutation<
      PaymentChangeOut,
      { orderId: number; paymentMethod: Payment["method"]; version: number }
    >({
      query: (body) => ({ url: "payment/method/", method: "POST", body }),
      invalidatesTags: ["Order"],
    }),
  }),
});

export const { useGetShopQuery, useClaimPaymentMutation, useChangePaymentMethodMutation } = paymentsApi;

/** Whether the shopper pays by a transfer of their own, and tells its reference. */
export const isTransfer = ({ method }: Pick<Payment, "method">) => method === "upi" || method === "bank";

export const payPath = (orderId: number) => `/my-orders/${orderId}/pay`;
