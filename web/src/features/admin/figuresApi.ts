import { api } from "@/shared/api/api";
import type { FiguresOut } from "@/shared/api/schema";
import type { Order, StatusChange } from "@/shared/api/types";
import { useRested } from "@/shared/portal/useRested";

/** How the shop does, as the server counts it; a day is India's, money rupees. */
export interface Figures extends FiguresOut {
  /** How often something moved since the server counted; the page's own. */
  moves?: number;
}

const figuresApi = api.injectEndpoints({
  endpoints: (build) => ({
    figures: build.query<Figures, void>({
      query: () => ({ url: "/order/", params: { flag: "figures" } }),
      providesTags: [{ type: "Order", id: "FIGURES" }],
    }),
  }),
});

export const { useFiguresQuery } = figuresApi;

/** A status changed: the counts move at once, the rest when the server counts again. */
export function statusCounted({ from, status }: StatusChange) {
  return figuresApi.util.updateQueryData("figures", undefined, (figures) => {
    if (from) figures.standing[from].items = Math.max(0, figures.standing[from].items - 1);
    figures.standing[status].items += 1;
    figures.moves = (figures.moves ?? 0) + 1;
  });
}

export function orderCounted({ items, totalAmount }: Order) {
  return figuresApi.util.updateQueryData("figures", undefined, (figures) => {
    figures.today.orders += 1;
    figures.today.sales += totalAmount;
    for (const item of items) figures.standing[item.status].items += 1;
    figures.moves = (figures.moves ?? 0) + 1;
  });
}

/** The figures, counted again by the server after something moved and every minute, for the page that is made of them. */
export function useCurrentFigures() {
  // Yesterday "by now" moves on, and midnight begins a new day, without any event.
  const query = useFiguresQuery(undefined, { pollingInterval: 60_000, skipPollingIfUnfocused: true });
  useRested(query.data?.moves, query.refetch);
  return query;
}
