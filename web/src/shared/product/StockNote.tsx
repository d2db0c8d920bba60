import type { Product } from "@/shared/api/types";

/** Shows the number of the last pieces. */
export function StockNote({ product }: { product: Product }) {
  return product.stockLeft ? <span className="left">Only {product.stockLeft} left</span> : null;
}
