import { CircleAlert } from "lucide-react";
import { rupees } from "@/shared/format";
import { Breakup } from "@/shared/ui/Breakup";
import { type ProductValues, priceOf } from "./productValues";

interface PricePreviewProps {
  values: ProductValues;
  rate: number | undefined;
  /** What it costs now, where it is in the shop already. */
  before?: number;
}

const number = (text: string) => Number(text) || 0;

/** What the piece costs in the shop by what is typed so far, and how that comes about. */
export function PricePreview({ values, rate, before }: PricePreviewProps) {
  if (rate === undefined) return <p className="muted price-preview">Without a gold rate there is no price yet.</p>;
  if (number(values.discount) > number(values.makingCharge)) {
    return <p className="muted price-preview">There is no price with a discount above the making charge.</p>;
  }
  const { metal, price } = priceOf(values, rate);
  const paid = number(values.purchaseRate);
  return (
    <section className="price-preview" aria-label="Price in the shop">
      <p className="muted">Price in the shop, at {rupees(rate)} /gm</p>
      <output aria-live="polite">{rupees(price)}</output>
      {before !== undefined && before !== price && <span className="muted was">now {rupees(before)}</span>}
      <Breakup
        goldRate={rate}
        weight={number(values.weight)}
        metal={metal}
        making={number(values.makingCharge)}
        wastage={number(values.wastageCharge)}
        discount={number(values.discount)}
        total={price}
        totalLabel="Price"
      />
      {paid > 0 && price > 0 && price < paid && (
        <p className="note warn">
          <CircleAlert aria-hidden="true" />
          That is {rupees(paid - price)} less than what was paid for it.
        </p>
      )}
    </section>
  );
}
