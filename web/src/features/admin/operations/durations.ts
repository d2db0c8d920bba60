const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats seconds briefly: `0.4 s`, `12 s`, `3 min`, `2 h 05 min`, `3 d 4 h`. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < hour) return `${Math.round(seconds / minute)} min`;
  if (seconds < day) return both(seconds, hour, "h", minute, "min", 2);
  return both(seconds, day, "d", hour, "h", 1);
}

function both(seconds: number, large: number, largeUnit: string, small: number, unit: string, digits: number): string {
  const most = Math.floor(seconds / large);
  const rest = Math.floor((seconds % large) / small);
  return rest ? `${most} ${largeUnit} ${String(rest).padStart(digits, "0")} ${unit}` : `${most} ${largeUnit}`;
}

/** `23 ms`, `1.4 s` */
export const milliseconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
