import type { AdminProduct } from "@/features/admin/products/productsApi";
import { lowSizes, lowStock } from "@/shared/admin/lowStock";
import { wholeNumber } from "@/shared/format";

/** The number of pieces with the sizes that are low, or whether a product that is not counted is in stock. */
export function StockCell({ product: { stockQuantity, stockAvailability, sizes } }: { product: AdminProduct }) {
  if (stockQuantity === null) return stockAvailability;
  const low = lowSizes(sizes);
  const isLow = stockQuantity <= lowStock || low !== "";
  return (
    <>
      <span className={isLow ? "stock-count low" : "stock-count"}>
        {wholeNumber(stockQuantity)}
        {isLow && <span className="visually-hidden">, low</span>}
      </span>
      {low && <div className="sub">{low}</div>}
    </>
  );
}
