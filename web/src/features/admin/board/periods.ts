export const periods = ["all", "today", "7d", "30d"] as const;
export type Period = (typeof periods)[number];

export const periodNames: Record<Period, string> = {
  all: "All dates",
  today: "Today",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
};

const offsetOfIndia = 5.5 * 3_600_000;
const dayLong = 24 * 3_600_000;

/** Returns the first day of a period in Indian time: `2026-11-14`. */
export function firstDay(period: Period, now: number): string | undefined {
  if (period === "all") return undefined;
  const back = { today: 0, "7d": 6, "30d": 29 }[period];
  return new Date(now + offsetOfIndia - back * dayLong).toISOString().slice(0, 10);
}
