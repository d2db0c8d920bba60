import { TriangleAlert } from "lucide-react";
import { day, pluralize, rupees, wholeNumber } from "@/shared/format";
import { scrollIntoView } from "@/shared/ui/scrollIntoView";
import type { RateEffect } from "./ratesApi";

/** `12.4 % above`; the space before the sign does not break. */
const moved = (change: number) => `${Math.abs(change)}\u00a0% ${change > 0 ? "above" : "below"}`;

const signed = (amount: number) => `${amount < 0 ? "−" : "+"}${rupees(Math.round(Math.abs(amount)))}`;
const percent = (change: number) => `${change < 0 ? "−" : ""}${Math.abs(change)}\u00a0%`;

/** The effect of a rate in words and figures. */
export function RateChangePreview({ effect, asks }: { effect: RateEffect; asks: boolean }) {
  const { takesForce, summary, products, meanChange, meanChangePercent, openCarts, change, previous } = effect;
  return (
    <section className="effect" aria-label="What changes" aria-live="polite" ref={scrollIntoView}>
      <h3>What changes</h3>
      {summary && <p>{summary}</p>}
      <dl>
        <div>
          <dt>Products repriced</dt>
          <dd>{wholeNumber(products)}</dd>
        </div>
        <div>
          <dt>Change of a price, on average</dt>
          <dd>{products === 0 ? "none" : `${signed(meanChange)} (${percent(meanChangePercent)})`}</dd>
        </div>
        <div>
          <dt>Open carts with such a product</dt>
          <dd>{wholeNumber(openCarts)}</dd>
        </div>
        {previous && change !== null && (
          <div>
            <dt>
              Against {rupees(previous.r22kRate)} of {day(previous.date)}
            </dt>
            <dd>{change === 0 ? "unchanged" : moved(change)}</dd>
          </div>
        )}
      </dl>
      {asks && change !== null && (
        <p className="steep" role="alert" ref={scrollIntoView}>
          <TriangleAlert className="ico" aria-hidden="true" />
          <span>
            This rate is {moved(change)} the last one.{" "}
            {products > 0 && `It changes ${pluralize(products, "price")}${takesForce ? " at once" : ""}. `}Is it right?
          </span>
        </p>
      )}
    </section>
  );
}
