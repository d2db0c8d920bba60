import { type ReactNode, useEffect, useRef, useState } from "react";
import { Card } from "@/shared/admin/cards/Card";
import type { GoldRate } from "@/shared/api/types";
import { day, dayMonth, rupees } from "@/shared/format";
import { chartLayout } from "./chartLayout";

type Carat = "r22kRate" | "r24kRate";

const height = 240;
const carats = [
  { carat: "r22kRate", label: "22k" },
  { carat: "r24kRate", label: "24k" },
] as const;

/** The gold rate of the last 30 days as a line chart and as a table; children are shown in the header. */
export function RateChart({ rates, children }: { rates: GoldRate[]; children?: ReactNode }) {
  const [carat, setCarat] = useState<Carat>("r22kRate");
  const { box, width } = useWidth();
  const chart = chartLayout(
    rates.map((rate) => ({ date: rate.date, value: rate[carat] })),
    width,
    height,
  );
  const label = carat === "r22kRate" ? "22k" : "24k";
  return (
    <Card
      name="rate-chart"
      title="Gold rate, 30 days"
      className="rate-chart"
      tools={
        <>
          <fieldset className="switch" aria-label="Carat">
            {carats.map((each) => (
              <button
                key={each.carat}
                type="button"
                aria-pressed={carat === each.carat}
                onClick={() => setCarat(each.carat)}
              >
                {each.label}
              </button>
            ))}
          </fieldset>
          {children}
        </>
      }
    >
      <div ref={box} className="plot">
        {chart ? (
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`${label} from ${rupees(chart.first)} to ${rupees(chart.last)} a gram. The figures are in the table below.`}
          >
            {chart.marks.map(({ y, text }) => (
              <g key={text}>
                <line className="rule" x1={chart.left} x2={chart.right} y1={y} y2={y} />
                <text x={chart.left - 12} y={y + 4} textAnchor="end">
                  {text}
                </text>
              </g>
            ))}
            {chart.days.map(({ x, date, anchor }) => (
              <text key={date} x={x} y={height - 6} textAnchor={anchor}>
                {dayMonth(date)}
              </text>
            ))}
            <path className="area" d={chart.area} />
            <path className="line" d={chart.line} />
            <circle className="end" cx={chart.end.x} cy={chart.end.y} r="5" />
          </svg>
        ) : (
          <p className="muted">Two rates make a line: it is drawn once there is another one.</p>
        )}
      </div>
      <RateTable rates={rates} />
    </Card>
  );
}

function RateTable({ rates }: { rates: GoldRate[] }) {
  return (
    <details>
      <summary>Figures as a table</summary>
      <div className="figures">
        <table>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">22k</th>
              <th scope="col">24k</th>
            </tr>
          </thead>
          <tbody>
            {rates.toReversed().map((rate) => (
              <tr key={rate.id}>
                <th scope="row">{day(rate.date)}</th>
                <td>{rupees(rate.r22kRate)}</td>
                <td>{rupees(rate.r24kRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
