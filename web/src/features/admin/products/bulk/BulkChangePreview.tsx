import { CircleAlert } from "lucide-react";
import { errorReason } from "@/shared/api/errors";
import type { BulkOut } from "@/shared/api/schema";
import { pluralize, rupees, wholeNumber } from "@/shared/format";

const signed = (amount: number) => `${amount < 0 ? "−" : "+"}${rupees(Math.round(Math.abs(amount)))}`;

/** The effect of a bulk change: number of products, prices, and products that are left out. */
export function BulkChangePreview({ effect, error }: { effect: BulkOut | undefined; error: unknown }) {
  return (
    <section className="effect" aria-label="What changes" aria-live="polite">
      <h3>What changes</h3>
      {error ? (
        <p className="note bad" role="alert">
          <CircleAlert aria-hidden="true" />
          {errorReason(error)}
        </p>
      ) : effect ? (
        <Figures effect={effect} />
      ) : (
        <p className="muted">
          <span className="spin" /> Counting
        </p>
      )}
    </section>
  );
}

function Figures({ effect }: { effect: BulkOut }) {
  const { count, changed, raised, lowered, meanChange, prices, refused, refusedCount } = effect;
  return (
    <>
      <dl>
        <div>
          <dt>Products that change</dt>
          <dd>
            {wholeNumber(changed)} of {wholeNumber(count)}
          </dd>
        </div>
        <div>
          <dt>Prices that move</dt>
          <dd>{raised + lowered === 0 ? "none" : `${raised} up, ${lowered} down`}</dd>
        </div>
        {raised + lowered > 0 && (
          <div>
            <dt>Change of a product's price, on average</dt>
            <dd>{signed(meanChange)}</dd>
          </div>
        )}
      </dl>
      {prices.length > 0 && (
        <ul className="moves-most" aria-label="Prices that move most">
          {prices.slice(0, 3).map(({ id, name, before, after }) => (
            <li key={id}>
              <span>{name}</span>
              <span className="n">
                <s>{rupees(before)}</s> {rupees(after)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {refusedCount > 0 && (
        <div className="steep" role="alert">
          <CircleAlert className="ico" aria-hidden="true" />
          <div>
            {pluralize(refusedCount, "product")} cannot take this change and {refusedCount === 1 ? "stays" : "stay"} as{" "}
            {refusedCount === 1 ? "it is" : "they are"}:
            <ul>
              {refused.slice(0, 5).map(({ id, code, name, reason }) => (
                <li key={id}>
                  {name} ({code}): {reason}
                </li>
              ))}
              {refusedCount > 5 && <li>and {refusedCount - 5} more</li>}
            </ul>
          </div>
        </div>
      )}
    </>
  );
}
