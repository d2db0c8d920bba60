import { original, type UnknownAction } from "@reduxjs/toolkit";
import { assignedListTag } from "@/shared/admin/desk/deskApi";
import { type Desk, type DeskState, deskSeen, noDesk, selectDesk } from "@/shared/admin/desk/deskSlice";
import { api } from "@/shared/api/api";
import type { ApiMeta } from "@/shared/api/baseQuery";
import type { OrderList, OrderWithItems, StatusResultOut } from "@/shared/api/schema";
import type { Thunk } from "@/shared/api/thunk";
import type { Order, OrderStatus, StatusChange } from "@/shared/api/types";
import { applyRecentEvents } from "@/shared/orders/orderEvents";
import { statusTimeKey } from "@/shared/orders/statusPatch";
import { type BoardArgs, belongsToList, comparators } from "./boardArgs";

export interface BoardPage {
  orders: Order[];
  nextCursor: string | null;
  /** Only orders that have notes or were assigned have it. */
  desk: Desk[];
}

interface StatusPick {
  itemId: number;
  status: OrderStatus;
  /** The version that the admin saw; the server refuses the change if the row has a newer one. */
  version: number;
  /** Grams of its pieces on the scale, if it is packed. */
  weights?: number[];
}

/** A change to undo, by the row version that it created. */
type UndoPick = Pick<StatusPick, "itemId" | "version">;

/** The result of one of several changes; a refused one carries the current row. */
type StatusResult = Omit<StatusResultOut, "data"> & { data: StatusChange | null };

/** An order with all its items. */
export type OpenOrder = Order & { desk: Desk | null };

/** A small first page loads fast; following pages are large. */
const firstPageSize = 50;
const nextPageSize = 200;
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
        const asked = { flag: "allOrders", limit: pageParam ? nextPageSize : firstPageSize, ...boardParams(queryArg) };
        return { url: "/order/", params: { ...asked, ...(pageParam && { cursor: pageParam }) } };
      },
      transformResponse: (orders: Order[], meta) => {
        const { nextCursor, desk } = (meta as ApiMeta).body as unknown as OrderList;
        return { orders, nextCursor, desk: desk ?? [] };
      },
      providesTags: (_pages, _error, { assignedTo, stuck }) => [
        { type: "Order", id: "LIST" },
        "Desk",
        ...(assignedTo ? [assignedListTag] : []),
        // The server determines the stuck orders, so such a list is refetched with the counts.
        ...(stuck ? [{ type: "Order" as const, id: "STUCK" }] : []),
      ],
      onQueryStarted: (args, { dispatch, getState, queryFulfilled }) => {
        void noteDesks(dispatch, () => getState() as never, queryFulfilled);
        return applyRecentEvents(dispatch, queryFulfilled, (order) => (forward) => {
          forward(addToBoard(args, order));
        });
      },
    }),
    boardOrder: build.query<OpenOrder, number>({
      query: (id) => ({ url: "/order/", params: { id } }),
      transformResponse: (order: Order, meta) => {
        const { items, desk } = (meta as ApiMeta).body as unknown as Partial<OrderWithItems>;
        return { ...order, items: items ?? order.items, desk: desk ?? null };
      },
      providesTags: (order) => (order ? [...tagsOf([order]), "Desk"] : []),
      onQueryStarted: async (_id, { dispatch, queryFulfilled }) => {
        void queryFulfilled.then(({ data }) => data.desk && dispatch(deskSeen([data.desk]))).catch(() => {});
        await applyRecentEvents(dispatch, queryFulfilled);
      },
    }),
    changeStatus: build.mutation<StatusChange, StatusPick>({
      query: ({ itemId, status, version }) => ({
        url: "/order/",
        method: "POST",
        params: { flag: "updateStatus" },
        body: { id: itemId, status, version, [statusTimeKey(status)]: new Date().toISOString() },
      }),
    }),
    changeStatuses: build.mutation<StatusResult[], StatusPick[]>({
      query: (picks) => ({
        url: "/order/",
        method: "POST",
        params: { flag: "updateStatus" },
        body: { items: picks.map(({ itemId, ...change }) => ({ id: itemId, ...change })) },
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

async function noteDesks(
  dispatch: (action: UnknownAction) => unknown,
  getState: () => DeskState,
  queryFulfilled: Promise<{ data: { pages: BoardPage[] } }>,
): Promise<void> {
  const answer = await queryFulfilled.catch(() => undefined);
  if (!answer) return;
  const state = getState();
  const seen = answer.data.pages.flatMap(({ orders, desk }) => {
    const listed = new Set(desk.map(({ orderId }) => orderId));
    // The notes of an erased order are deleted, and a page of the API has no entry for an order without notes and
    // assignment.
    const emptied = orders.filter(({ id }) => !listed.has(id) && selectDesk(state, id));
    return [...desk, ...emptied.map(({ id }) => noDesk(id))];
  });
  dispatch(deskSeen(seen));
}

/** The filters of all cached lists. */
export const cachedLists = (state: BoardState) =>
  boardApi.util.selectCachedArgsForQuery(state, "boardOrders") as BoardArgs[];

/** The loaded orders of a list. */
export const ordersIn = (state: BoardState, args: BoardArgs): Order[] =>
  boardApi.endpoints.boardOrders
    .select(args)(state as never)
    .data?.pages.flatMap((page) => page.orders) ?? [];

/** In orders. The export covers longer lists. */
const maxLoaded = 2000;

/** Loads all pages of a list, up to a limit. */
export function loadAllPages(args: BoardArgs): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    let more = true;
    while (more) {
      const next = dispatch(boardApi.endpoints.boardOrders.initiate(args, { direction: "forward", subscribe: false }));
      const { hasNextPage, isError } = await next;
      more = hasNextPage && !isError && ordersIn(getState(), args).length < maxLoaded;
    }
  };
}

export function findOrder(state: BoardState, orderId: number): Order | undefined {
  for (const args of cachedLists(state)) {
    const found = ordersIn(state, args).find((order) => order.id === orderId);
    if (found) return found;
  }
}

/** The export of order items. */
export const itemsFile = { path: "/order/", flag: "itemsCsv", operation: "export_order_items" };

/** The board's filter as query parameters. */
export function boardParams(args: Partial<BoardArgs>): Record<string, string> {
  const { status, search, from, sort, payment, assignedTo, stuck } = args;
  const period = {
    ...(from && { from }),
    ...(sort && { sort }),
    ...(payment && { payment }),
    ...(assignedTo && { assignedTo: String(assignedTo) }),
    ...(stuck && { stuck }),
  };
  return { ...(status && { status }), ...(search && { search }), ...period };
}

/** The maximum length of a list of one page after insertions. Each further page adds its own size. */
const maxFirstPage = 500;

/**
 * Inserts an order into a cached list at its sorted position, if it matches the filter and is missing. A full list
 * loses its last order, which is loaded again with the next page.
 */
export function addToBoard(args: BoardArgs, order: Order) {
  return boardApi.util.updateQueryData(
    "boardOrders",
    args,
    (draft) => {
      const known = plain(draft).pages;
      if (!belongsToList(order, args) || known.some((page) => page.orders.some(({ id }) => id === order.id))) return;
      const compare = comparators[args.sort ?? "newest"];
      const isBefore = (other: Order | undefined) => other !== undefined && compare(order, other) < 0;
      const at = known.findIndex((page) => isBefore(page.orders.at(-1)) || !page.nextCursor);
      const orders = known[at]?.orders;
      if (!orders) return;
      const place = orders.findIndex(isBefore);
      draft.pages[at]?.orders.splice(place < 0 ? orders.length : place, 0, order);
      const length = known.reduce((sum, page) => sum + page.orders.length, 1);
      if (length > maxFirstPage + nextPageSize * (known.length - 1)) dropLast(draft.pages);
    },
    true,
  );
}

/** Removes the last order. The cursor of the next page is then the number of the order before it, as on the server. */
function dropLast(pages: BoardPage[]) {
  pages.findLast((page) => page.orders.length > 0)?.orders.pop();
  const last = pages.findLast((page) => page.orders.length > 0)?.orders.at(-1);
  const end = pages.at(-1);
  if (last && end) end.nextCursor = String(last.id);
}

/** Applies an admin's edit of an order; its items have events of their own. */
export function editOnBoard(args: BoardArgs, { items: _, ...fields }: Pick<Order, "id"> & Partial<Order>) {
  return boardApi.util.updateQueryData("boardOrders", args, (draft) => {
    for (const [at, page] of plain(draft).pages.entries()) {
      const place = page.orders.findIndex(({ id }) => id === fields.id);
      const order = draft.pages[at]?.orders[place];
      if (order) Object.assign(order, fields);
    }
  });
}

/** Removes a deleted order from a cached list. */
export function removeFromBoard(args: BoardArgs, orderId: number) {
  return boardApi.util.updateQueryData("boardOrders", args, (draft) => {
    for (const [at, { orders }] of plain(draft).pages.entries()) {
      const place = orders.findIndex(({ id }) => id === orderId);
      if (place >= 0) draft.pages[at]?.orders.splice(place, 1);
    }
  });
}

/** Fetches an order and inserts it into the lists that it belongs to. */
export function fetchIntoLists(orderId: number): Thunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { data } = await dispatch(boardApi.endpoints.boardOrder.initiate(orderId, { subscribe: false }));
    if (data) for (const args of cachedLists(getState())) dispatch(addToBoard(args, data));
  };
}

// Reading from an Immer draft creates drafts of everything that is read.
const plain = (draft: { pages: BoardPage[] }) => original(draft) ?? draft;
