export interface ChartPoint {
  /** `2026-11-20` */
  date: string;
  value: number;
}

const dayLong = 24 * 3_600_000;
const grouping = new Intl.NumberFormat("en-IN");
const margin = { top: 12, right: 12, bottom: 30, left: 62 };

/**
 * Returns the positions of axis marks, days and the line; undefined for fewer than two points. Points are sorted by
 * date.
 */
export function chartLayout(points: ChartPoint[], width: number, height: number) {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return undefined;
  const values = points.map(({ value }) => value);
  const step = niceStep((Math.max(...values) - Math.min(...values)) / 5);
  const low = Math.floor(Math.min(...values) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...values) / step) * step, low + step);
  const [left, right, bottom] = [margin.left, width - margin.right, height - margin.bottom];
  const start = Date.parse(first.date);
  const span = Date.parse(last.date) - start || dayLong;
  const x = (date: string) => left + ((Date.parse(date) - start) / span) * (right - left);
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - margin.top);
  const line = points.map(({ date, value }, at) => `${at ? "L" : "M"}${round(x(date))} ${round(y(value))}`).join("");
  const count = Math.round((high - low) / step);
  return {
    left,
    right,
    first: first.value,
    last: last.value,
    line,
    area: `${line}L${round(right)} ${bottom}L${left} ${bottom}Z`,
    end: { x: round(x(last.date)), y: round(y(last.value)) },
    marks: Array.from({ length: count + 1 }, (_, at) => low + at * step).map((value) => ({
      y: round(y(value)),
      text: grouping.format(value),
    })),
    days: namedDays(points, width).map((date) => ({
      date,
      x: round(x(date)),
      anchor: date === first.date ? ("start" as const) : date === last.date ? ("end" as const) : ("middle" as const),
    })),
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns 1, 2 or 5 times a power of ten: at least the wanted step and at least one rupee. */
function niceStep(wanted: number): number {
  if (wanted <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5, 10].find((times) => times * power >= wanted) ?? 10) * power;
}

function namedDays(points: ChartPoint[], width: number): string[] {
  const most = Math.max(2, Math.min(5, Math.floor((width - margin.left) / 90), points.length));
  const indexes = Array.from({ length: most }, (_, at) => Math.round((at * (points.length - 1)) / (most - 1)));
  return [...new Set(indexes)].flatMap((index) => points[index]?.date ?? []);
}
