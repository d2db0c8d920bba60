import { rupees } from "@/shared/format";
import { perGram } from "@/shared/portal/rates";
import { type ProductValues, priceOf } from "./productValues";

/** What the piece costs in the shop by what is typed so far, and how that comes about. */
export function PricePreview({ values, rate }: { values: ProductValues; rate: number | undefined }) {
  if (rate === undefined) return <p className="muted price-preview">Without a gold rate there is no price yet.</p>;
  const { metal, mrp, price } = priceOf(values, rate);
  return (
    <div className="price-preview" aria-live="polite">
      <div>
        <span className="muted">Price in the shop, at {perGram(rate)} /gm</span>
        <output>{rupees(price)}</output>
      </div>
      <p className="muted">
        Gold {rupees(Math.round(metal))}, with making and wastage {rupees(mrp)}
        {Number(values.discount) > 0 && `, less ${rupees(values.discount)}`}
      </p>
    </div>
  );
}
