const name = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "UTC" });
const monthOnly = new Intl.DateTimeFormat("en-IN", { month: "long", timeZone: "UTC" });
const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** `October 2026` of `2026-10`. */
export const monthName = (month: string) => name.format(dateOf(month));

/** The month that is `by` months later, such as -1 for the one before. */
export function monthAfter(month: string, by: number): string {
  const date = dateOf(month);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, "2026-10".length);
}

/** `September`, the month before. */
export const previousName = (month: string) => monthOnly.format(dateOf(monthAfter(month, -1)));

/** All months from the first to the last, the newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months = [last];
  while ((months.at(-1) as string) > first) months.push(monthAfter(months.at(-1) as string, -1));
  return months;
}

/** How many days a month has. */
export const daysIn = (month: string) =>
  (dateOf(monthAfter(month, 1)).getTime() - dateOf(month).getTime()) / (24 * 3_600_000);
