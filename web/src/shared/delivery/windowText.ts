import { dayMonth, dayOf } from "@/shared/format";

/** `24 to 26 Nov`, `30 Nov to 2 Dec`, `24 Nov`: the first and the last possible day of a delivery. */
export function windowText(first: string | null, last: string | null): string {
  const to = dayMonth(last);
  const from = dayMonth(first ?? last);
  if (from === to) return to;
  const [fromDay, fromMonth] = from.split(" ");
  return to.endsWith(` ${fromMonth}`) ? `${fromDay} to ${to}` : `${from} to ${to}`;
}

/** Whether the last possible day of a delivery is over, in Indian time. */
export const isWindowPast = (last: string, now: number) => last.slice(0, 10) < dayOf(now);
