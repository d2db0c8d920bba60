import { api } from "./api";
import type { MethodOut, PaymentChangeOut, PaymentOut, ShopOut, StartOut } from "./schema";

export type Payment = PaymentOut;
export type PaymentMethod = MethodOut;

const paymentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The offers of the shop, which are its settings. */
    getShop: build.query<ShopOut, void>({ query: () => "shop/" }),
    claimPayment: build.mutation<PaymentChangeOut, { orderId: number; reference: string; version: number }>({
      query: (body) => ({ url: "payment/claim/", method: "POST", body }),
      invalidatesTags: ["Order"],
    }),
    /** Returns the address of the provider's page; the same one while the page is open. */
    startPayment: build.mutation<StartOut, number>({
      query: (orderId) => ({ url: "payment/start/", method: "POST", body: { orderId } }),
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

export const { useGetShopQuery, useClaimPaymentMutation, useChangePaymentMethodMutation, useStartPaymentMutation } =
  paymentsApi;

/** Whether the order is paid ahead, on a page of its own. */
export const isPaidAhead = ({ method }: Pick<Payment, "method">) => method !== "cod";

/** Whether the order can be paid on that page now. A payment online that failed can be tried again. */
export const isPayable = (payment: Payment) =>
  isPaidAhead(payment) &&
  payment.due > 0 &&
  (payment.status === "due" || (payment.status === "failed" && payment.method === "online"));

export const payPath = (orderId: number) => `/my-orders/${orderId}/pay`;
