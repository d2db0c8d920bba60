import { useDispatch, useSelector } from "react-redux";
import { assignedListTag } from "@/shared/admin/desk/deskApi";
import { hasFailed } from "@/shared/admin/list/listQuery";
import { useThrottledCall } from "@/shared/admin/useThrottledCall";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { OrderList, StatusCountsOut } from "@/shared/api/schema";
import { allStatuses, type OrderStatus } from "@/shared/api/types";
import type { RecentOrders } from "@/shared/orders/recentOrdersSlice";
import { boardParams } from "./boardApi";
import type { BoardArgs } from "./boardArgs";

/** Items by status. */
export type StatusCounts = StatusCountsOut;

/** The filter of the counts without the status, and whether to sum the amounts. */
type CountArgs = Pick<BoardArgs, "search" | "from" | "payment" | "assignedTo" | "stuck"> & { amounts?: true };

/** Counts, and the sums of amounts in rupees if they were asked for. */
type CountedItems = Pick<OrderList, "counts" | "amounts" | "claims">;

/** In milliseconds from a change to the new counts, so that many changes cause one request. */
const refetchDelay = 300;

export const countsTag = { type: "Order", id: "COUNTS" } as const;

const countsApi = api.injectEndpoints({
  endpoints: (build) => ({
    boardCounts: build.query<CountedItems, CountArgs>({
      query: ({ amounts, ...args }) => ({
        url: "/order/",
        params: { flag: "allOrders", limit: 1, ...boardParams(args), ...(amounts && { amounts }) },
      }),
      transformResponse: (_orders, meta) => {
        const { counts, amounts, claims } = (meta as ApiMeta).body as unknown as CountedItems;
        return { counts, amounts, claims };
      },
      providesTags: (_counts, _error, { assignedTo }) => [countsTag, ...(assignedTo ? [assignedListTag] : [])],
    }),
  }),
});

/** Returns the item counts by status; undefined until loaded, and if they cannot be loaded. */
export function useBoardCounts(args: CountArgs): StatusCounts | undefined {
  return useCountedItems(args)?.counts;
}

/** Returns the number of claimed payments to check, whatever the filter. */
export function useClaimCount(args: CountArgs): number | undefined {
  return useCountedItems(args)?.claims;
}

/** Returns the counts and the sums of amounts. */
export function useBoardSums(args: CountArgs): CountedItems | undefined {
  return useCountedItems({ ...args, amounts: true });
}

/** While the counts of a filter load, those of the previous filter stay. If they cannot be loaded, there are none. */
function useCountedItems({ search, from, payment, assignedTo, stuck, amounts }: CountArgs): CountedItems | undefined {
  const owner = { ...(assignedTo && { assignedTo }), ...(stuck && { stuck }) };
  const filter = { ...(from && { from }), ...(payment && { payment }), ...owner };
  const query = countsApi.useBoardCountsQuery({ search, ...filter, ...(amounts && { amounts }) });
  return hasFailed(query) ? undefined : query.data;
}

/** Keeps the counts current while the board is open. */
export function useCountsRefetch(): void {
  const dispatch = useDispatch();
  const revision = useSelector(({ recentOrders }: { recentOrders: RecentOrders }) => recentOrders.revision);
  // An invalidation waits for a pending request, whose response may be older than the change; `refetch` would be
  // ignored.
  useThrottledCall(revision, () => dispatch(api.util.invalidateTags([countsTag])), refetchDelay);
}

/** Returns the number of items with one status, or with any. */
export const totalOf = (counts: StatusCounts, status: OrderStatus | null): number =>
  allStatuses.reduce((sum, one) => sum + (!status || status === one ? (counts[one] ?? 0) : 0), 0);
