import { useId } from "react";
import { dayMonth, rupees } from "@/shared/format";
import { daysIn } from "./months";
import type { Report } from "./reportsApi";

const height = 84;
const step = 32;
const bar = 20;
const labelHeight = 22;

/** The sales of each day of the month as columns; the figures are in the table of the tab Sales. */
export function SalesByDay({ report: { month, sales } }: { report: Report }) {
  const id = useId();
  const amounts = new Map(sales.days.map(({ day, amount }) => [Number(day.slice(-2)), amount]));
  const count = daysIn(month);
  const most = Math.max(1, ...amounts.values());
  const best = sales.days.find(({ amount }) => amount === most);
  return (
    <section className="panel report-part" aria-labelledby={id}>
      <header>
        <h2 id={id}>Sales by day</h2>
        <span className="sub">by the day of the order, without cancelled items</span>
      </header>
      <div className="report-bars">
        <svg
          viewBox={`0 0 ${count * step} ${height + labelHeight}`}
          role="img"
          aria-label={best ? `The best day was ${dayMonth(best.day)}, with ${rupees(most)}.` : "Nothing was sold."}
        >
          <line className="rule" x1="0" x2={count * step} y1={height} y2={height} />
          {Array.from({ length: count }, (_, at) => at + 1).map((day) => {
            const amount = amounts.get(day) ?? 0;
            const top = height - (amount / most) * height;
            return (
              <g key={day}>
                {amount > 0 && (
                  <rect x={(day - 1) * step + (step - bar) / 2} y={top} width={bar} height={height - top}>
                    <title>{`${day}: ${rupees(amount)}`}</title>
                  </rect>
                )}
                {(day % 5 === 1 || day === count) && day !== count - 1 && (
                  <text x={(day - 0.5) * step} y={height + labelHeight - 4} textAnchor="middle">
                    {day}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
    </section>
  );
}
