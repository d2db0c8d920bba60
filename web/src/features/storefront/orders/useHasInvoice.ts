import { useGetShopQuery } from "@/shared/api/payments";
import type { ShownOrder } from "./orderDisplay";

/**
 * Whether an order has an invoice. One of which everything is cancelled has none, unless it was shipped before: then
 * it has a tax invoice with its credit note, if the shop issues them.
 */
export function useHasInvoice({ lines }: ShownOrder): boolean {
  const { data: shop } = useGetShopQuery();
  return lines.some(
    ({ status, shippedAt }) => status !== "cancelled" || (shippedAt !== null && shop?.hasTaxInvoices === true),
  );
}
