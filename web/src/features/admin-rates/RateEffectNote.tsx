import { TriangleAlert } from "lucide-react";
import { counted, day, rupees, whole } from "@/shared/format";
import { intoView } from "@/shared/ui/intoView";
import type { RateEffect } from "./ratesApi";

/** `12.4 % above`; a line never ends before its sign. */
const moved = (change: number) => `${Math.abs(change)}\u00a0% ${change > 0 ? "above" : "below"}`;

const signed = (amount: number) => `${amount < 0 ? "−" : "+"}${rupees(Math.round(Math.abs(amount)))}`;
const percent = (change: number) => `${change < 0 ? "−" : ""}${Math.abs(change)}\u00a0%`;

/** What the rate would do, in words and figures. */
export function RateEffectNote({ effect, asks }: { effect: RateEffect; asks: boolean }) {
  const { takesForce, summary, products, meanChange, meanChangePercent, openCarts, change, previous } = effect;
  return (
    <section className="effect" aria-label="What changes" aria-live="polite" ref={intoView}>
      <h3>What changes</h3>
      {summary && <p>{summary}</p>}
      <dl>
        <div>
          <dt>Products repriced</dt>
          <dd>{whole(products)}</dd>
        </div>
        <div>
          <dt>Change of a price, on average</dt>
          <dd>{products === 0 ? "none" : `${signed(meanChange)} (${percent(meanChangePercent)})`}</dd>
        </div>
        <div>
          <dt>Open carts with such a product</dt>
          <dd>{whole(openCarts)}</dd>
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
        <p className="steep" role="alert" ref={intoView}>
          <TriangleAlert className="ico" aria-hidden="true" />
          <span>
            This rate is {moved(change)} the last one.{" "}
            {products > 0 && `It changes ${counted(products, "price")}${takesForce ? " at once" : ""}. `}Is it right?
          </span>
        </p>
      )}
    </section>
  );
}
