import { useDispatch, useSelector } from "react-redux";
import { useThrottledCall } from "@/shared/admin/useThrottledCall";
import { api } from "@/shared/api/api";
import type { StuckOut } from "@/shared/api/schema";
import type { RecentOrders } from "@/shared/orders/recentOrdersSlice";

export type StuckRule = StuckOut["rule"];
export const stuckRules: readonly StuckRule[] = ["ordered", "claimed", "packed", "return", "refund"];

const stuckTag = { type: "Order", id: "STUCK" } as const;

const stuckApi = api.injectEndpoints({
  endpoints: (build) => ({
    stuck: build.query<StuckOut[], void>({
      query: () => "order/stuck/",
      providesTags: [stuckTag, "Return", { type: "Order", id: "COUNTS" }],
    }),
  }),
});

/** The hours after which a rule counts an order as stuck; null until {@link useStuck} of the page has loaded them. */
export function useStuckHours(rule: StuckRule | undefined): number | null {
  const { hours } = stuckApi.endpoints.stuck.useQueryState(undefined, {
    selectFromResult: ({ data }) => ({ hours: data?.find((each) => each.rule === rule)?.hours ?? null }),
  });
  return hours;
}

/**
 * The counts of stuck orders, refetched after each change of an order and every minute, because orders become stuck
 * with time.
 */
export function useStuck(): StuckOut[] | undefined {
  const { data } = stuckApi.useStuckQuery(undefined, {
    pollingInterval: 60_000,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const dispatch = useDispatch();
  const revision = useSelector(({ recentOrders }: { recentOrders: RecentOrders }) => recentOrders.revision);
  useThrottledCall(revision, () => dispatch(api.util.invalidateTags([stuckTag])), 500);
  return data;
}
