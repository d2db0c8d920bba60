import { api } from "@/shared/api/api";
import type { GoldRate } from "@/shared/api/types";
import { dayOf } from "@/shared/format";

const goldRatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    goldRates: build.query<GoldRate[], void>({ query: () => "/goldrate/", providesTags: ["GoldRate"] }),
    recentRates: build.query<GoldRate[], void>({
      query: () => ({ url: "/goldrate/", params: { limit: 60 } }),
      providesTags: ["GoldRate"],
    }),
  }),
});

export const { useGoldRatesQuery, useRecentRatesQuery } = goldRatesApi;

const dayLong = 24 * 3_600_000;
const shown = 30;

/** The current rate; the server lists the newest first. */
export const currentRate = (rates: GoldRate[] | undefined, now: number) =>
  rates?.find(({ date }) => date <= dayOf(now));

/** Future rates, the next one first. */
export const scheduledRates = (rates: GoldRate[] | undefined, now: number) =>
  (rates ?? []).filter(({ date }) => date > dayOf(now)).sort((one, other) => one.date.localeCompare(other.date));

/** The rates of the last 30 days in ascending order, without future ones. */
export function ratesOfMonth(rates: GoldRate[], now: number): GoldRate[] {
  const [first, last] = [dayOf(now - (shown - 1) * dayLong), dayOf(now)];
  return rates
    .filter(({ date }) => date >= first && date <= last)
    .sort((one, other) => one.date.localeCompare(other.date));
}
