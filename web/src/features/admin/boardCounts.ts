import type { ThunkAction, UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { OrderList, StatusAmountsOut, StatusCountsOut } from "@/shared/api/schema";
import { type Order, type OrderStatus, type StatusChange, statuses } from "@/shared/api/types";
import { isKnown, isSeen, type RecentOrders } from "@/shared/orders/recentOrdersSlice";
import { useRested } from "@/shared/portal/useRested";
import { askedOf, type BoardState, findOrder } from "./boardApi";
import { type BoardArgs, isWithin, placedAt } from "./boardArgs";

// The numbers of a filter are asked for once, however many lists show its orders, and then follow what arrives: each
// change moves them once. Whether a change that arrived after they were asked for is in the answer, its time tells: a
// later one is not. An earlier one may be or not; then they are asked for again.

/** Items in each status. */
export type StatusCounts = StatusCountsOut;

/** What the items in each status cost together, in rupees. */
type StatusAmounts = StatusAmountsOut;

/** Which orders are counted: the board's filter without the status; and whether their amounts are added up. */
export type CountArgs = Pick<BoardArgs, "search" | "from"> & { amounts?: true };

/** A change that bears a later time than `countedAt` is not in the counts. */
interface Counted extends Pick<OrderList, "counts" | "countedAt"> {
  amounts: StatusAmounts | null;
  /** Whether something may be in them or not. */
  isUnsure?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
type CountThunk = ThunkAction<void, any, unknown, UnknownAction>;
type State = BoardState & { recentOrders: RecentOrders };

const countsApi = api.injectEndpoints({
  endpoints: (build) => ({
    boardCounts: build.query<Counted, CountArgs>({
      query: ({ amounts, ...args }) => ({
        url: "/order/",
        params: { flag: "allOrders", limit: 1, ...askedOf(args), ...(amounts && { amounts }) },
      }),
      transformResponse: (_orders, meta) => {
        const { counts, amounts, countedAt } = (meta as ApiMeta).body as unknown as Counted;
        return { counts, amounts, countedAt };
      },
      providesTags: [{ type: "Order", id: "COUNTS" }],
      onQueryStarted: async (args, { dispatch, getState, queryFulfilled }) => {
        const before = (getState() as unknown as State).recentOrders;
        try {
          await queryFulfilled;
        } catch {
          return;
        }
        const { changes, placed } = (getState() as unknown as State).recentOrders;
        for (const order of placed) if (!isKnown(before, order)) dispatch(addOrder(args, order));
        for (const change of changes) if (!isSeen(before, change)) dispatch(moveItem(args, change));
      },
    }),
  }),
});

/** How many items of a filter have each status; undefined until the server said so. */
export function useBoardCounts(args: CountArgs): StatusCounts | undefined {
  return useCounted(args)?.counts;
}

/** The same, and what they cost together. */
export function useBoardSums({ search, from }: CountArgs): Pick<Counted, "counts" | "amounts"> | undefined {
  return useCounted({ search, from, amounts: true });
}

function useCounted({ search, from, amounts }: CountArgs): Counted | undefined {
  const { data, refetch } = countsApi.useBoardCountsQuery({
    search,
    ...(from && { from }),
    ...(amounts && { amounts }),
  });
  useRested(data?.isUnsure ? data.countedAt : undefined, refetch);
  return data;
}

/** How many items a filter has with one status, or with any. */
export const totalOf = (counts: StatusCounts | undefined, status: OrderStatus | null): number =>
  statuses.reduce((sum, one) => sum + (!status || status === one ? (counts?.[one] ?? 0) : 0), 0);

/** A change that has not arrived before moves its item from one number to another. */
export const countChange = (change: StatusChange) => inEach((args) => moveItem(args, change));

/** A new order adds its items. */
export const countOrder = (order: Order) => inEach((args) => addOrder(args, order));

/** An edited order may have come into a filter, or left it; one that was written down is new. */
export const countAgain = () => inEach((args) => patch(args, doubt));

function inEach(thunk: (args: CountArgs) => CountThunk): CountThunk {
  return (dispatch, getState) => {
    const cached = countsApi.util.selectCachedArgsForQuery(getState(), "boardCounts") as CountArgs[];
    for (const args of cached) dispatch(thunk(args));
  };
}

function moveItem(args: CountArgs, { orderId, itemId, from, status, at }: StatusChange): CountThunk {
  return (dispatch, getState) => {
    const order = findOrder(getState(), orderId);
    const amount = order?.items.find((item) => item.itemId === itemId)?.totalAmount;
    const isIn = order ? isWithin(order, args) : args.search || args.from ? "unknown" : true;
    // A refused change tells what a row is, not what it was before.
    if (isIn === "unknown" || !from) dispatch(patch(args, doubt));
    else if (isIn) {
      const left = { status: from, amount };
      dispatch(patch(args, (counted) => move(counted, at, [left], [{ status, amount }])));
    }
  };
}

function addOrder(args: CountArgs, order: Order): CountThunk {
  return (dispatch) => {
    // A search may find it by the code of a product.
    if (!isWithin(order, args)) return void (args.search && dispatch(patch(args, doubt)));
    const joined = order.items.map(({ status, totalAmount: amount }) => ({ status, amount }));
    dispatch(patch(args, (counted) => move(counted, placedAt(order), [], joined)));
  };
}

function patch(args: CountArgs, change: (counted: Counted) => void) {
  return countsApi.util.updateQueryData("boardCounts", args, change) as unknown as CountThunk;
}

function doubt(counted: Counted) {
  counted.isUnsure = true;
}

interface Moved {
  status: OrderStatus;
  /** Undefined where the page does not hold the order. */
  amount: number | undefined;
}

function move(counted: Counted, at: string | null, left: Moved[], joined: Moved[]) {
  if (!at || Date.parse(at) <= Date.parse(counted.countedAt)) return doubt(counted);
  for (const one of left) add(counted, one, -1);
  for (const one of joined) add(counted, one, 1);
}

function add(counted: Counted, { status, amount }: Moved, sign: 1 | -1) {
  counted.counts[status] += sign;
  if (!counted.amounts) return;
  if (amount === undefined) doubt(counted);
  else counted.amounts[status] += sign * amount;
}
