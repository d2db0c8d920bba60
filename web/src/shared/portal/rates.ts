import { api } from "@/shared/api/api";
import type { GoldRate } from "@/shared/api/types";

const portalRates = api.injectEndpoints({
  endpoints: (build) => ({
    recentRates: build.query<GoldRate[], void>({
      query: () => ({ url: "/goldrate/", params: { limit: 60 } }),
      providesTags: ["GoldRate"],
    }),
  }),
});

export const { useRecentRatesQuery } = portalRates;

const dayInIndia = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });
const dayLong = 24 * 3_600_000;
const shown = 30;

/** `2026-11-20`, as the shop in India counts its days. */
export const dayOf = (moment: number) => dayInIndia.format(new Date(moment));

/** The rate that prices everything now; the server lists the newest first. */
export const rateInForce = (rates: GoldRate[] | undefined, now: number) =>
  rates?.find(({ date }) => date <= dayOf(now));

/** The rates of days to come, the next one first. */
export const scheduledRates = (rates: GoldRate[] | undefined, now: number) =>
  (rates ?? []).filter(({ date }) => date > dayOf(now)).sort((one, other) => one.date.localeCompare(other.date));

/** The rates of the last 30 days, from old to new; a rate of a day to come is not one of them. */
export function ratesOfMonth(rates: GoldRate[], now: number): GoldRate[] {
  const [first, last] = [dayOf(now - (shown - 1) * dayLong), dayOf(now)];
  return rates
    .filter(({ date }) => date >= first && date <= last)
    .sort((one, other) => one.date.localeCompare(other.date));
}
