import { useGetShopQuery } from "@/shared/api/payments";
import type { ShownOrder } from "./orderDisplay";

/**
 * Whether an order has an invoice. A completely cancelled order has none, unless it was shipped before. It then has a
 * tax invoice with a credit note, if the shop issues these.
 */
export function useHasInvoice({ lines }: ShownOrder): boolean {
  const { data: shop } = useGetShopQuery();
  return lines.some(
    ({ status, shippedAt }) => status !== "cancelled" || (shippedAt !== null && shop?.hasTaxInvoices === true),
  );
}
