import { useThrottledCall } from "@/shared/admin/useThrottledCall";
import { api } from "@/shared/api/api";
import type { FiguresOut } from "@/shared/api/schema";
import type { Order, StatusChange } from "@/shared/api/types";

/** Sales figures calculated by the server, in Indian days and rupees. */
export interface Figures extends FiguresOut {
  /** The number of local changes. */
  changeCount?: number;
  /** How many of them were made before the last request. Its response may be older than the rest. */
  requestedCount?: number;
}

const figuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    figures: build.query<Figures, void>({
      query: () => ({ url: "/order/", params: { flag: "figures" } }),
      providesTags: [{ type: "Order", id: "FIGURES" }],
      onQueryStarted: (_, { dispatch }) => {
        dispatch(
          figuresApi.util.updateQueryData("figures", undefined, (figures) => {
            figures.requestedCount = figures.changeCount;
          }),
        );
      },
      merge: ({ changeCount, requestedCount }, answer) => ({ ...answer, changeCount, requestedCount }),
    }),
  }),
});

function countChange(figures: Figures) {
  figures.changeCount = (figures.changeCount ?? 0) + 1;
}

/** Updates the counts at once; the server calculates the rest again. */
export function applyStatusToFigures({ from, status }: StatusChange) {
  return figuresApi.util.updateQueryData("figures", undefined, (figures) => {
    if (from) figures.standing[from].items = Math.max(0, figures.standing[from].items - 1);
    figures.standing[status].items += 1;
    countChange(figures);
  });
}

export function applyOrderToFigures({ items, totalAmount }: Order) {
  return figuresApi.util.updateQueryData("figures", undefined, (figures) => {
    figures.today.orders += 1;
    figures.today.sales += totalAmount;
    for (const item of items) figures.standing[item.status].items += 1;
    countChange(figures);
  });
}

/** Lets the server calculate the figures again after an order was edited or deleted. */
export function countChangeOfFigures() {
  return figuresApi.util.updateQueryData("figures", undefined, countChange);
}

/**
 * The figures for the dashboard and the sidebar, refetched after changes and every minute.
 *
 * Events change them before, but not where the page does not know the order.
 * @param delay the milliseconds from a change to the request, in which further changes need none of their own
 */
export function useCurrentFigures(delay?: number) {
  // The comparison with yesterday and the change of day need no event.
  const query = figuresApi.useFiguresQuery(undefined, {
    pollingInterval: 60_000,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const { changeCount, requestedCount } = query.data ?? {};
  useThrottledCall(changeCount === requestedCount ? undefined : changeCount, query.refetch, delay);
  return query;
}
