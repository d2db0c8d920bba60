import type { Product } from "@/shared/api/types";
import { rupees } from "@/shared/format";

export function ProductPrice({ product }: { product: Product }) {
  return (
    <>
      <div className="pricebox" role="status">
        <span className="bigprice">{rupees(product.ornamentPrice)}</span>
        {product.discount > 0 && (
          <>
            <s className="price-was">{rupees(product.mrp)}</s>
            <span className="save">You save {rupees(product.discount)}</span>
          </>
        )}
      </div>
      <p className="micro muted mb-4">
        At today's rate of {rupees(product.goldRate)} /gm. It moves with the rate until you order.
      </p>
    </>
  );
}
