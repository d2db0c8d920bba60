import { useRef, useState } from "react";
import { useStore } from "react-redux";
import { isTrackingNumber } from "@/features/admin/board/shipping/shipment";
import { type BoardState, boardApi } from "@/shared/admin/orders/boardApi";
import { huidOf, lacksHuids, useSetHuidsMutation } from "@/shared/admin/orders/huidsApi";
import {
  type FoundScan,
  type PieceToPack,
  useLazyFindScanQuery,
  useLazyPiecesToPackQuery,
} from "@/shared/admin/orders/packingApi";
import { errorText } from "@/shared/api/errors";
import { isFromScale, pieceToWeigh } from "./enteredWeights";
import { currentPiece, type Piece, piecesOf, readScan } from "./pieces";
import type { TickStore } from "./useTicks";
import type { WeightStore } from "./useWeights";

export interface ScanEntry {
  id: number;
  at: number;
  text: string;
  tone: "ok" | "bad" | "plain";
  says: string;
}

type Verdict = Pick<ScanEntry, "tone" | "says">;
const ok = (says: string): Verdict => ({ tone: "ok", says });
const bad = (says: string): Verdict => ({ tone: "bad", says });
const notChecked = bad("Not checked, since the shop did not answer. Scan it again.");
const notInOrder = ({ productName }: FoundScan) => bad(`Not in this order: ${productName}`);

const shown = 5;

interface ScanOptions {
  orderId: number;
  stored: PieceToPack[] | undefined;
  ticks: TickStore;
  weights: WeightStore;
  chosen: number | null;
  onChoose: (itemId: number) => void;
  /** A scan after all pieces are ticked: the airway bill. */
  onTrackingNumber: (number: string) => void;
  /** Whether the order is being saved. No other order is opened then. */
  isSaving: boolean;
  /** The label of another order. */
  onOrder: (orderId: number) => void;
}

/** Handles scans one after the other. A wrong scan is only listed. */
export function useScans(options: ScanOptions) {
  const store = useStore<BoardState>();
  const [findScan] = useLazyFindScanQuery();
  const [loadPieces] = useLazyPiecesToPackQuery();
  const [setHuids] = useSetHuidsMutation();
  const [entries, setEntries] = useState<ScanEntry[]>([]);
  const [said, setSaid] = useState("");
  const line = useRef(Promise.resolve());
  const count = useRef(0);
  /** The item that was scanned last: it is the one on the scale. */
  const scanned = useRef<number | null>(null);
  const latest = useRef(options);
  latest.current = options;

  // From the store, since a scan may come just after the response to the previous one, before React renders. Waits for
  // codes that are not loaded yet, as just after the previous order.
  const pieces = async (): Promise<Piece[]> => {
    const { orderId, ticks } = latest.current;
    const stored = latest.current.stored ?? (await loadPieces([orderId], true)).data;
    const order = boardApi.endpoints.boardOrder.select(orderId)(store.getState() as never).data;
    return order ? piecesOf(order, stored, ticks.now()) : [];
  };

  const enterHuid = async (piece: Piece, huid: string): Promise<Verdict> => {
    const { itemId, huids, huidsVersion, productName } = piece.item;
    const { error } = await setHuids({ itemId, huids: [...huids, huid], version: huidsVersion });
    if (error) return bad(errorText(error, "Not saved. Scan it again."));
    if (!piece.isDone) latest.current.ticks.tick(itemId, huid);
    scanned.current = itemId;
    return ok(`HUID of ${productName}`);
  };

  const handleForeign = async (text: string): Promise<Verdict> => {
    const { data, error } = await findScan(text);
    if (error || !data) return notChecked;
    if (data.productCode) return notInOrder(data);
    const now = await pieces();
    const current = currentPiece(now, latest.current.chosen);
    const huid = huidOf(text);
    const lacking = now.filter(({ isOpen, item }) => isOpen && lacksHuids(item));
    // A piece may have been ticked by hand, without its HUID.
    const piece = lacking.find((one) => one === current) ?? lacking.find(({ isDone }) => !isDone) ?? lacking[0];
    if (huid && piece) return enterHuid(piece, huid);
    if (data.orderId) return bad(`In order ${data.orderId}: ${data.productName}`);
    if (now.length > 0 && !current && isTrackingNumber(text)) {
      latest.current.onTrackingNumber(text);
      return { tone: "plain", says: "tracking number" };
    }
    return bad("No piece of this order");
  };

  const weigh = async (text: string): Promise<Verdict> => {
    const { weights, chosen } = latest.current;
    const now = await pieces();
    const inHand = now.find(({ item }) => item.itemId === scanned.current);
    const piece = pieceToWeigh([inHand, currentPiece(now, chosen), ...now], weights.now());
    if (!piece) return bad("Every piece is weighed. W weighs the last one again");
    weights.add(piece.item.itemId, text);
    return { tone: "plain", says: `scale, ${piece.item.productName}` };
  };

  const handle = async (text: string): Promise<Verdict> => {
    const { ticks, isSaving, onChoose, onOrder } = latest.current;
    const scan = readScan(text, await pieces(), ticks.now());
    if (scan.kind === "code" && !scan.isExact) {
      const { data, error } = await findScan(text);
      if (error || !data) return notChecked;
      if (data.productCode === text) return notInOrder(data);
    }
    if (scan.kind === "unknown" && isFromScale(text)) return weigh(text);
    if (scan.kind === "unknown") return handleForeign(text);
    if (scan.kind === "order") {
      if (scan.orderId === latest.current.orderId) return { tone: "plain", says: "label of this order" };
      if (isSaving) return bad("Not opened, since this order is being saved. Scan it again.");
      onOrder(scan.orderId);
      return { tone: "plain", says: `label of order ${scan.orderId}` };
    }
    const { item, bin } = scan.piece;
    scanned.current = item.itemId;
    if (scan.isDone) return bad(`${item.productName} is ticked already`);
    if (scan.kind === "huid") {
      ticks.tick(item.itemId, scan.huid);
      return ok(`HUID of ${item.productName}`);
    }
    onChoose(item.itemId);
    if (!scan.waitsForHuid) ticks.tick(item.itemId);
    return ok(`right piece${bin ? `, bin ${bin}` : ""}${scan.waitsForHuid ? ", now its HUID" : ""}`);
  };

  const onScan = (typed: string) => {
    const text = typed.trim();
    if (text === "") return;
    line.current = line.current.then(async () => {
      const { tone, says } = await handle(text);
      count.current += 1;
      const entry = { id: count.current, at: Date.now(), text, tone, says };
      setEntries((known) => [entry, ...known].slice(0, shown));
      setSaid(`${tone === "bad" ? "Wrong scan. " : ""}${text}: ${says}`);
    });
  };
  return { entries, said, onScan };
}
