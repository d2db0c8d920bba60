const zone = "Asia/Kolkata";
const grouping = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * `₹1,23,456.00`, `−₹19.00`. Characters that are not part of a number are stripped. Prices are whole rupees, rates may
 * have paise.
 */
export function rupees(amount: number | string | null | undefined): string {
  const digits = String(amount ?? 0).replace(/[^0-9.-]/g, "");
  const value = Number.isFinite(Number(digits)) ? Number(digits) : 0;
  return `${value < 0 ? "−" : ""}₹${grouping.format(Math.abs(value))}`;
}

/** The hundredths of a gram that are shown of a weight, rounded half up: weights have three decimals. */
export const hundredthsOf = (weight: number) => Math.round(Math.round(weight * 1000) / 10);

/** `12.50 gm`, `1,00,000.00 gm` */
export function grams(weight: number | string | null | undefined): string {
  const hundredths = hundredthsOf(Number(weight ?? 0));
  return `${grouping.format(Number.isFinite(hundredths) ? hundredths / 100 : 0)} gm`;
}

const parts = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-IN", { timeZone: zone, ...options });
const dayFormat = parts({ day: "numeric", month: "short", year: "numeric" });
const dayMonthFormat = parts({ day: "numeric", month: "short" });
const timeFormat = parts({ hour: "numeric", minute: "2-digit", hour12: true });

const dayLength = 24 * 60 * 60 * 1000;
const aheadOfUtc = 5.5 * 60 * 60 * 1000;

type Moment = string | number | Date | null | undefined;

function shown(format: Intl.DateTimeFormat, moment: Moment): string {
  if (moment === null || moment === undefined || moment === "") return "";
  const date = new Date(moment);
  // Some browsers put a narrow no-break space before am and pm, and write Sept.
  return Number.isNaN(date.getTime())
    ? ""
    : format
        .format(date)
        .replace(/\u202f/g, " ")
        .replace("Sept", "Sep");
}

/** `18 Nov 2025`, in Indian time. */
export const day = (moment: Moment) => shown(dayFormat, moment);
/** The last millisecond of the Indian day that is this number of days after a moment. */
export const endOfDay = (moment: string, daysLater: number) => {
  const days = Math.floor((Date.parse(moment) + aheadOfUtc) / dayLength) + daysLater;
  return (days + 1) * dayLength - aheadOfUtc - 1;
};
/** `18 Nov` */
export const dayMonth = (moment: Moment) => shown(dayMonthFormat, moment);
/** `6:12 pm` */
export const timeOfDay = (moment: Moment) => shown(timeFormat, moment).toLowerCase();
/** `18 Nov 2025, 6:12 pm` */
export const dayAndTime = (moment: Moment) => (shown(dayFormat, moment) ? `${day(moment)}, ${timeOfDay(moment)}` : "");

// Not en-CA: browsers with the Unicode data of 2022 (CLDR 42) write its dates as 11/20/2026.
const dayInIndia = new Intl.DateTimeFormat("sv-SE", { timeZone: zone });

/** `2026-11-20`, in Indian time. */
export const dayOf = (moment: number) => dayInIndia.format(new Date(moment));

const wholeFormat = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });

/** `1,23,456`, with Indian grouping. */
export const wholeNumber = (count: number) => wholeFormat.format(count);
const countFormat = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

/** `1 piece`, `3,030 pieces`, `1.5 hours` */
export const pluralize = (count: number, one: string, many = `${one}s`) =>
  `${countFormat.format(count)} ${count === 1 ? one : many}`;
