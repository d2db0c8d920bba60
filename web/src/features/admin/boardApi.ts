import { original, type ThunkAction, type UnknownAction } from "@reduxjs/toolkit";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { OrderList, StatusResultOut } from "@/shared/api/schema";
import type { Order, OrderStatus, StatusChange } from "@/shared/api/types";
import { catchUpAnswer } from "@/shared/orders/orderEvents";
import { timeOf } from "@/shared/orders/statusPatch";
import { type BoardArgs, comparing, isListed } from "./boardArgs";

export interface BoardPage {
  orders: Order[];
  nextCursor: string | null;
}

interface StatusPick {
  itemId: number;
  status: OrderStatus;
  /** The version the admin saw; the server refuses a change of a row that has moved on. */
  version: number;
}

/** A change to take back, by the version of the row that it made. */
type UndoPick = Omit<StatusPick, "status">;

/** How one of several changes went; a refused one carries the row as it is now. */
type StatusResult = Omit<StatusResultOut, "data"> & { data: StatusChange | null };

/** The first page is there quickly; who goes on wants many. */
const firstPage = 50;
const nextPage = 200;
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
        const asked = { flag: "allOrders", limit: pageParam ? nextPage : firstPage, ...askedOf(queryArg) };
        return { url: "/order/", params: { ...asked, ...(pageParam && { cursor: pageParam }) } };
      },
      transformResponse: (orders: Order[], meta) => {
        const { nextCursor } = (meta as ApiMeta).body as unknown as OrderList;
        return { orders, nextCursor };
      },
      providesTags: [{ type: "Order", id: "LIST" }],
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
    undoStatuses: build.mutation<StatusResult[], UndoPick[]>({
      query: (picks) => ({
        url: "/order/",
        method: "POST",
        params: { flag: "undoStatus" },
        body: { items: picks.map(({ itemId, version }) => ({ id: itemId, version })) },
      }),
    }),
  }),
});

export const { useBoardOrdersInfiniteQuery, useBoardOrderQuery } = boardApi;

export type BoardState = Parameters<typeof boardApi.util.selectCachedArgsForQuery>[0];

/** The filters of all lists that this page holds. */
export const listsOf = (state: BoardState) =>
  boardApi.util.selectCachedArgsForQuery(state, "boardOrders") as BoardArgs[];

/** What one of them holds so far. */
export const ordersIn = (state: BoardState, args: BoardArgs): Order[] =>
  boardApi.endpoints.boardOrders
    .select(args)(state as never)
    .data?.pages.flatMap((page) => page.orders) ?? [];

/** In orders: whoever wants more of them at once takes the file. */
const mostLoaded = 2000;

/** Loads a list to its end, or as much of it as can be had. */
// biome-ignore lint/suspicious/noExplicitAny: the admin's store holds more than this feature knows
export function loadWhole(args: BoardArgs): ThunkAction<Promise<void>, any, unknown, UnknownAction> {
  return async (dispatch, getState) => {
    let more = true;
    while (more) {
      const next = dispatch(boardApi.endpoints.boardOrders.initiate(args, { direction: "forward", subscribe: false }));
      const { hasNextPage, isError } = await next;
      more = hasNextPage && !isError && ordersIn(getState(), args).length < mostLoaded;
    }
  };
}

export function findOrder(state: BoardState, orderId: number): Order | undefined {
  for (const args of listsOf(state)) {
    const found = ordersIn(state, args).find((order) => order.id === orderId);
    if (found) return found;
  }
}

/** The board's filter as the server takes it. */
export function askedOf({ status, search, from, sort }: Partial<BoardArgs>): Record<string, string> {
  return { ...(status && { status }), ...(search && { search }), ...(from && { from }), ...(sort && { sort }) };
}

/** Puts an order where it belongs in one cached list, if that list shows such orders and lacks this one. */
export function addToBoard(args: BoardArgs, order: Order) {
  return boardApi.util.updateQueryData(
    "boardOrders",
    args,
    (draft) => {
      const known = plain(draft).pages;
      if (!isListed(order, args) || known.some((page) => page.orders.some(({ id }) => id === order.id))) return;
      const compare = comparing[args.sort ?? "newest"];
      const isBefore = (other: Order | undefined) => other !== undefined && compare(order, other) < 0;
      const at = known.findIndex((page) => isBefore(page.orders.at(-1)) || !page.nextCursor);
      const orders = known[at]?.orders;
      if (!orders) return;
      const place = orders.findIndex(isBefore);
      draft.pages[at]?.orders.splice(place < 0 ? orders.length : place, 0, order);
    },
    true,
  );
}

/** Takes what an admin edited of an order; its lines have events of their own. */
export function editOnBoard(args: BoardArgs, { items: _, ...fields }: Order) {
  return boardApi.util.updateQueryData("boardOrders", args, (draft) => {
    for (const [at, page] of plain(draft).pages.entries()) {
      const place = page.orders.findIndex(({ id }) => id === fields.id);
      const order = draft.pages[at]?.orders[place];
      if (order) Object.assign(order, fields);
    }
  });
}

// To look through a draft is to draft everything in it.
const plain = (draft: { pages: BoardPage[] }) => original(draft) ?? draft;
