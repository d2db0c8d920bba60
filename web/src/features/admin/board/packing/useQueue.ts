import { useMemo } from "react";
import { useNextPage } from "@/features/admin/board/useNextPage";
import { useBoardOrdersInfiniteQuery } from "@/shared/admin/orders/boardApi";
import type { BoardArgs } from "@/shared/admin/orders/boardArgs";
import type { Order } from "@/shared/api/types";
import { isToPack } from "./pieces";

const toPack: BoardArgs = { status: "ordered", search: "", sort: "oldest" };
/** The next page is fetched when fewer orders than these are left. */
const prefetchOrders = 10;

export interface Queue {
  /** The numbers of the orders, in the sequence in which they are packed. */
  ids: number[];
  /** Those of them that are loaded. */
  orders: Order[];
  /** Whether there are further orders that are not loaded. */
  hasMore: boolean;
  query: ReturnType<typeof useBoardOrdersInfiniteQuery>;
}

/** The orders to pack: those that were chosen on the board, or else all that are ordered, the oldest first. */
export function useQueue(chosen: number[]): Queue {
  const query = useBoardOrdersInfiniteQuery(toPack);
  const pages = query.data?.pages;
  const orders = useMemo(() => (pages?.flatMap((page) => page.orders) ?? []).filter(isToPack), [pages]);
  const isChosen = chosen.length > 0;
  useNextPage(query, !isChosen && orders.length < prefetchOrders);
  return {
    ids: isChosen ? chosen : orders.map(({ id }) => id),
    orders: isChosen ? chosen.flatMap((id) => orders.find((order) => order.id === id) ?? []) : orders,
    hasMore: !isChosen && query.hasNextPage,
    query,
  };
}

/** The order to pack after this one: the following one of the queue or, after its last, its first. */
export function nextOf(ids: number[], orderId: number): number | null {
  const at = ids.indexOf(orderId);
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(at, 0))].find((id) => id !== orderId) ?? null;
}

/** `1,2,3` */
export const readIds = (text: string | null): number[] =>
  (text ?? "")
    .split(",")
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);

/** The address of the packing screen of an order, with the orders that were chosen with it. */
export function packingPath(orderId: number, chosen: number[] = []) {
  const rest = chosen.length > 0 ? `?orders=${chosen.join(",")}` : "";
  return `/admin/packing/${orderId}${rest}`;
}
