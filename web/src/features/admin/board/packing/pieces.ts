import { parcelValue } from "@/features/admin/board/papers/parcelItems";
import { huidOf, lacksHuids } from "@/shared/admin/orders/huidsApi";
import type { PieceToPack } from "@/shared/admin/orders/packingApi";
import { isBeforePacking, type Order, type OrderItem } from "@/shared/api/types";
import type { PackingTexts } from "./usePackingTexts";

/** The ticked pieces by item, one entry for each: the scanned HUID, or an empty text. */
export type Ticks = PackingTexts;

/** One item of the order on the packing screen. */
export interface Piece {
  item: OrderItem;
  /** Its place in the order, from 1. */
  place: number;
  code: string;
  bin: string | null;
  ticked: number;
  /** Whether it is to be packed; the others are packed already or cancelled. */
  isOpen: boolean;
  isDone: boolean;
}

export function piecesOf(order: Order, stored: PieceToPack[] | undefined, ticks: Ticks): Piece[] {
  return order.items.map((item, index) => {
    const found = stored?.find(({ itemId }) => itemId === item.itemId);
    const isOpen = isBeforePacking(item);
    const ticked = Math.min(ticks[item.itemId]?.length ?? 0, item.productQuantity);
    return {
      item,
      place: index + 1,
      code: found?.code ?? "",
      bin: found?.bin ?? null,
      ticked,
      isOpen,
      isDone: !isOpen || ticked === item.productQuantity,
    };
  });
}

/** The piece to scan next: the one that was chosen, or the first that is not done. */
export function currentPiece(pieces: Piece[], chosen: number | null): Piece | undefined {
  const open = pieces.filter(({ isDone }) => !isDone);
  return open.find(({ item }) => item.itemId === chosen) ?? open[0];
}

/** Codes are also compared without capitals and separators, because scanners differ in them. */
const plain = (text: string) => text.toLowerCase().replace(/[\s\-_./]/g, "");

export type Scan =
  /** A piece of this order, found by its code. If that is not exact, the text may be the code of another product. */
  | { kind: "code"; piece: Piece; isExact: boolean; isDone: boolean; waitsForHuid: boolean }
  /** A HUID that an item of this order has already. */
  | { kind: "huid"; piece: Piece; huid: string; isDone: boolean }
  /** The label of another order. */
  | { kind: "order"; orderId: number }
  /** Not part of this order; the server may know it. */
  | { kind: "unknown" };

/** Finds a scanned text among the pieces of the order. */
export function readScan(text: string, pieces: Piece[], ticks: Ticks): Scan {
  const there = pieces.filter(({ item }) => item.status !== "cancelled");
  const similar = there.filter(({ code }) => code !== "" && plain(code) === plain(text));
  const exact = similar.filter(({ code }) => code === text.trim());
  const isExact = exact.length > 0;
  const byCode = isExact ? exact : similar;
  const coded = byCode.find(({ isDone }) => !isDone) ?? byCode[0];
  if (coded) {
    const { isDone } = coded;
    return { kind: "code", piece: coded, isExact, isDone, waitsForHuid: !isDone && lacksHuids(coded.item) };
  }
  const huid = huidOf(text);
  const holder = huid && there.find(({ item }) => item.huids.includes(huid));
  if (huid && holder) {
    const isCounted = ticks[holder.item.itemId]?.includes(huid) ?? false;
    return { kind: "huid", piece: holder, huid, isDone: holder.isDone || isCounted };
  }
  const label = /^SW(\d{1,15})$/i.exec(text.trim());
  return label ? { kind: "order", orderId: Number(label[1]) } : { kind: "unknown" };
}

/** Quantity and value of the items that are not cancelled. An order without items has only its own figures. */
export function keptOf({ items, totalQuantity, totalAmount }: Order): { quantity: number; amount: number } {
  if (items.length === 0) return { quantity: totalQuantity, amount: totalAmount };
  const kept = items.filter(({ status }) => status !== "cancelled");
  return {
    quantity: kept.reduce((sum, { productQuantity }) => sum + productQuantity, 0),
    amount: parcelValue({ items: kept }),
  };
}

/** Whether an order has an item that is to be packed. */
export const isToPack = ({ items }: Order) => items.some(isBeforePacking);
