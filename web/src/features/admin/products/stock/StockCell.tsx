import type { AdminProduct } from "@/features/admin/products/productsApi";
import { lowStock } from "@/shared/admin/lowStock";
import { wholeNumber } from "@/shared/format";

/** The number of pieces, or whether a product that is not counted is in stock. */
export function StockCell({ product: { stockQuantity, stockAvailability } }: { product: AdminProduct }) {
  if (stockQuantity === null) return stockAvailability;
  const isLow = stockQuantity <= lowStock;
  return (
    <span className={isLow ? "pieces low" : "pieces"}>
      {wholeNumber(stockQuantity)}
      {isLow && <span className="visually-hidden">, low</span>}
    </span>
  );
}
