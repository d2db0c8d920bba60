import type { Endpoint } from "./webhooksApi";

const hours = 24;
const step = 5;
const height = 22;
const hourLength = 3_600_000;

/** The calls of the last 24 hours, a bar for each hour. Failed calls are red. */
export function HourBars({ endpoint }: { endpoint: Endpoint }) {
  const first = Math.floor(Date.now() / hourLength) - hours + 1;
  const byHour = new Map(endpoint.hours.map((each) => [Math.floor(Date.parse(each.hour) / hourLength) - first, each]));
  const most = Math.max(1, ...endpoint.hours.map(({ answered, failed }) => answered + failed));
  const size = (count: number) => (count ? Math.max(2, (count / most) * (height - 2)) : 0);
  const share = endpoint.answered === null ? "no calls" : `${percent(endpoint.answered)} answered`;
  return (
    <svg
      className="hour-bars"
      width={hours * step}
      height={height}
      viewBox={`0 0 ${hours * step} ${height}`}
      role="img"
      aria-label={`Last 24 hours: ${share}`}
    >
      {[...byHour].map(([place, { answered, failed }]) => (
        <g key={place}>
          <rect
            className="ok"
            x={place * step}
            y={height - size(answered + failed)}
            width="3.4"
            height={size(answered + failed)}
          />
          <rect className="bad" x={place * step} y={height - size(failed)} width="3.4" height={size(failed)} />
        </g>
      ))}
    </svg>
  );
}

/** Formats a share: `100 %`, `99.98 %`, `91.4 %`. It rounds down, so that 100 % is all of them. */
export function percent(share: number): string {
  const digits = share > 0.999 ? 10_000 : 1000;
  const floored = Math.floor(share * digits) / digits;
  return `${Number((floored * 100).toFixed(2))} %`;
}
