import type { Payment } from "@/shared/api/payments";

/** How an order is paid, as it follows `Paid` or an amount. */
export const ways: Record<Payment["method"], string> = {
  cod: "on delivery",
  upi: "by UPI",
  bank: "by bank transfer",
  online: "online",
};

/** What a shopper reads of a claim that staff rejected. */
export const rejected = (reason: string) => `We could not find this payment: ${reason}. Please check the UTR.`;
