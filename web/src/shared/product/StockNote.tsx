import type { Product } from "@/shared/api/types";

/** Shows the number of pieces when few are left. */
export function StockNote({ product }: { product: Product }) {
  return product.stockLeft ? <span className="left">Only {product.stockLeft} left</span> : null;
}
