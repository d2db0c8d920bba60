import { CircleAlert } from "lucide-react";
import { rupees } from "@/shared/format";
import { PriceBreakup } from "@/shared/product/PriceBreakup";
import { inDefaultSize, type ProductValues, priceOf } from "./productValues";
import { stoneRows, totalsOf } from "./stoneValues";

interface PricePreviewProps {
  values: ProductValues;
  rate: number | undefined;
  /** The current price of a saved product. */
  before?: number;
}

const number = (text: string) => Number(text) || 0;

/** The price and its breakup for the values entered so far. */
export function PricePreview({ values: entered, rate, before }: PricePreviewProps) {
  if (rate === undefined) return <p className="muted price-preview">Without a gold rate there is no price yet.</p>;
  const values = inDefaultSize(entered);
  if (number(values.discount) > number(values.makingCharge)) {
    return <p className="muted price-preview">There is no price with a discount above the making charge.</p>;
  }
  const { metal, price } = priceOf(values, rate);
  const rows = stoneRows(values.stones);
  const stones = rows.map(({ kind, count, carats, charge }) => ({
    kind,
    count: number(count),
    carats: number(carats),
    charge: number(charge),
  }));
  const paid = number(values.purchaseRate);
  return (
    <section className="price-preview" aria-label="Price in the shop">
      <p className="muted">Price in the shop, at {rupees(rate)} /gm</p>
      <output aria-live="polite">{rupees(price)}</output>
      {before !== undefined && before !== price && <span className="muted was">now {rupees(before)}</span>}
      <PriceBreakup
        goldRate={rate}
        weight={number(values.weight)}
        metal={metal}
        stones={stones}
        stoneCharge={totalsOf(rows).charge}
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
