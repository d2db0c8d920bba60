import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { Order, OrderStatus, StatusChange } from "@/shared/api/types";
import { catchUpAnswer } from "@/shared/orders/orderEvents";
import { insertOrder, timeOf } from "@/shared/orders/statusPatch";
import { type BoardArgs, isListed } from "./boardArgs";

export type StatusCounts = Record<OrderStatus, number>;

export interface BoardPage {
  orders: Order[];
  /** Items in each status over the whole filter, whichever status it asks for. */
  counts: StatusCounts;
  nextCursor: string | null;
}

interface StatusPick {
  itemId: number;
  status: OrderStatus;
  /** The version the admin saw; the server refuses a change of a row that has moved on. */
  version: number;
}

/** How one of several changes went; a refused one carries the row as it is now. */
interface StatusResult {
  id: number;
  code: number;
  message: string;
  data: StatusChange | null;
}

const pageSize = 50;
const tagsOf = (orders: Order[]) =>
  orders.flatMap((order) => [
    { type: "Order" as const, id: order.id },
    ...order.items.map((item) => ({ type: "OrderItem" as const, id: item.itemId })),
  ]);

export const boardApi = api.injectEndpoints({
  endpoints: (build) => ({
    boardOrders: build.infiniteQuery<BoardPage, BoardArgs, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (page) => page.nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => {
        const filter = { status: queryArg.status, search: queryArg.search, from: queryArg.from, cursor: pageParam };
        const asked = Object.entries(filter).filter(([, value]) => value);
        return { url: "/order/", params: { flag: "allOrders", limit: pageSize, ...Object.fromEntries(asked) } };
      },
      transformResponse: (orders: Order[], meta) => {
        const { counts, nextCursor } = (meta as ApiMeta).body as Partial<BoardPage>;
        return { orders, counts: { ...noCounts, ...counts }, nextCursor: nextCursor ?? null };
      },
      providesTags: (data) => [
        { type: "Order", id: "LIST" },
        ...(data?.pages.flatMap((page) => tagsOf(page.orders)) ?? []),
      ],
      onQueryStarted: (args, { dispatch, queryFulfilled }) =>
        catchUpAnswer(dispatch, queryFulfilled, (order) => (forward) => {
          forward(addToBoard(args, order));
        }),
    }),
    boardOrder: build.query<Order, number>({
      query: (id) => ({ url: "/order/", params: { id } }),
      transformResponse: (order: Order, meta) => ({
        ...order,
        items: ((meta as ApiMeta).body.items as Order["items"] | undefined) ?? order.items,
      }),
      providesTags: (order) => (order ? tagsOf([order]) : []),
      onQueryStarted: (_id, { dispatch, queryFulfilled }) => catchUpAnswer(dispatch, queryFulfilled),
    }),
    changeStatus: build.mutation<StatusChange, StatusPick>({
      query: ({ itemId, status, version }) => ({
        url: "/order/",
        method: "POST",
        params: { flag: "updateStatus" },
        body: { id: itemId, status, version, [timeOf(status)]: new Date().toISOString() },
      }),
    }),
    changeStatuses: build.mutation<StatusResult[], StatusPick[]>({
      query: (picks) => ({
        url: "/order/",
        method: "POST",
        params: { flag: "updateStatus" },
        body: { items: picks.map(({ itemId, status, version }) => ({ id: itemId, status, version })) },
      }),
    }),
  }),
});

export const { useBoardOrdersInfiniteQuery, useBoardOrderQuery } = boardApi;

export const noCounts: StatusCounts = { ordered: 0, packed: 0, shipped: 0, delivered: 0 };

/** Puts an order where it belongs in one cached list, if that list shows such orders and lacks this one. */
export function addToBoard(args: BoardArgs, order: Order, counted = true) {
  return boardApi.util.updateQueryData(
    "boardOrders",
    args,
    ({ pages }) => {
      if (!isListed(order, args) || pages.some((page) => page.orders.some(({ id }) => id === order.id))) return;
      const page = pages.find(({ orders }) => (orders.at(-1)?.id ?? 0) < order.id) ?? pages.find((p) => !p.nextCursor);
      if (page) insertOrder(page.orders, order);
      if (!counted) return;
      for (const { counts } of pages) for (const item of order.items) counts[item.status] += 1;
    },
    true,
  );
}
