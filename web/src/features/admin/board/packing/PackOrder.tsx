import { type RefObject, useImperativeHandle, useState } from "react";
import { parcelInHand, parcelValue } from "@/features/admin/board/papers/parcelItems";
import { usePapers } from "@/features/admin/board/papers/usePapers";
import { CourierDialog } from "@/features/admin/board/shipping/CourierDialog";
import { storedNumber } from "@/features/admin/board/shipping/shipment";
import { UndoBar } from "@/features/admin/board/status/UndoBar";
import { useOrderNotesQuery } from "@/shared/admin/desk/deskApi";
import { usePiecesToPackQuery } from "@/shared/admin/orders/packingApi";
import { useLook } from "@/shared/admin/presence/usePresence";
import type { Order } from "@/shared/api/types";
import { Problem } from "@/shared/ui/Problem";
import { CourierPanel, useCouriers } from "./CourierPanel";
import { NextToPack } from "./NextToPack";
import { PackHead } from "./PackHead";
import { PackingQuestion } from "./PackingQuestion";
import { PackingSteps } from "./PackingSteps";
import { PaperPanel } from "./PaperPanel";
import { PieceList } from "./PieceList";
import { currentPiece, piecesOf } from "./pieces";
import { ScanLog } from "./ScanLog";
import { usePackingKeys } from "./usePackingKeys";
import { usePackOrder } from "./usePackOrder";
import { nextOf, type Queue } from "./useQueue";
import type { ScannerHandlers } from "./useScanner";
import { useScans } from "./useScans";
import { useShipmentEntry } from "./useShipmentEntry";
import { useTicks } from "./useTicks";
import { useWeights } from "./useWeights";

/** The page of the order shows all of them. */
const shownNotes = 3;

interface PackOrderProps {
  order: Order;
  queue: Queue;
  chosen: number[];
  /** Receives the handler of scans and keys. */
  scanner: RefObject<ScannerHandlers | null>;
  /** Opens another order, or the board if it is null. `isPacked` says whether this order is done. */
  onGo: (orderId: number | null, isPacked: boolean) => void;
}

/** One order: its pieces are ticked, the papers printed, and it is marked packed. */
export function PackOrder({ order, queue, chosen, scanner, onGo }: PackOrderProps) {
  const { data: stored } = usePiecesToPackQuery([order.id]);
  const { data: { notes } = {} } = useOrderNotesQuery(order.id);
  useLook("order", order.id);
  const ticks = useTicks(order.id);
  const weights = useWeights(order.id);
  const [picked, setPicked] = useState<number | null>(null);
  const { shipment, versions, chooseCourier, setTrackingNumber } = useShipmentEntry(order);
  const [isPrinted, setPrinted] = useState(false);
  const { print, papers } = usePapers();
  const parcel = parcelInHand(order, shipment.courier, storedNumber(shipment.number));
  const { couriers, choose: chooseCourierByKey } = useCouriers(order, chooseCourier);
  const pieces = piecesOf(order, stored, ticks.ticks);
  const current = currentPiece(pieces, picked);
  const next = nextOf(queue.ids, order.id);

  const packing = usePackOrder({
    order,
    pieces,
    weights: weights.texts,
    shipment,
    versions,
    onPacked: () => {
      ticks.clear();
      weights.clear();
    },
    onDone: () => onGo(next, true),
  });
  const scans = useScans({
    orderId: order.id,
    stored,
    ticks,
    weights,
    chosen: picked,
    onChoose: setPicked,
    onTrackingNumber: setTrackingNumber,
    isSaving: packing.isSaving,
    onOrder: (id) => onGo(id, false),
  });
  const printBoth = async () => {
    if (await print([parcel], "both")) setPrinted(true);
  };
  // The result of saving opens the next order, or reports here what is not saved.
  const skip = () => {
    if (next !== null && !packing.isSaving) onGo(next, false);
  };
  const weighAgain = () => {
    const itemId = weights.last() ?? (current ?? pieces.find(({ isOpen }) => isOpen))?.item.itemId;
    if (itemId !== undefined) weights.again(itemId);
  };
  const leave = () => {
    if (!packing.isSaving) onGo(null, false);
  };
  useImperativeHandle(scanner, () => ({
    onScan: scans.onScan,
    onKey: (key) => {
      if (chooseCourierByKey(key)) return;
      if (key === "l") void printBoth();
      else if (key === "w") weighAgain();
      else if (key === "x" && current) ticks.tick(current.item.itemId);
      else if (key === "j" || key === "k") setPicked(neighbour(pieces, current?.item.itemId, key === "j" ? 1 : -1));
    },
  }));
  usePackingKeys({ onPack: packing.pack, onSkip: skip, onLeave: leave });

  return (
    <>
      <PackHead
        order={order}
        queue={queue}
        packing={packing}
        hasNumber={shipment.number !== ""}
        onSkip={next === null ? undefined : skip}
        onLeave={leave}
      />
      <PackingSteps
        pieces={pieces}
        weights={weights.texts}
        shipment={shipment}
        isPrinted={isPrinted}
        isPacked={packing.isPacked}
      />
      <Problem text={packing.problem} className="pack-problem bad" />
      <UndoBar />
      {notes?.slice(-shownNotes).map(({ id, writtenBy, text }) => (
        <div key={id} className="pack-note">
          <b>Note of {writtenBy}:</b> {text}
        </div>
      ))}
      {order.gift && (
        <div className="pack-note">
          <b>A gift, {order.gift.isWrapped ? "to be wrapped" : "not to be wrapped"}.</b> The slip has no prices.
          {order.gift.message && <q>{order.gift.message}</q>}
        </div>
      )}
      <div className="pack-cols">
        <div>
          <PieceList
            order={order}
            pieces={pieces}
            current={current}
            ticks={ticks}
            weights={weights}
            onScan={scans.onScan}
          />
          <CourierPanel
            value={parcelValue(parcel)}
            couriers={couriers}
            shipment={shipment}
            onChoose={chooseCourier}
            onNumber={setTrackingNumber}
          />
          <div className="pack-half">
            <ScanLog entries={scans.entries} />
            <NextToPack queue={queue} orderId={order.id} chosen={chosen} />
          </div>
        </div>
        <PaperPanel parcel={parcel} stored={stored ?? []} onPrint={() => void printBoth()} />
      </div>
      <div className="visually-hidden" aria-live="polite">
        {scans.said}
      </div>
      {packing.question && (
        <PackingQuestion
          order={order}
          question={packing.question}
          onConfirm={packing.confirm}
          onDismiss={packing.dismiss}
        />
      )}
      <CourierDialog />
      {papers}
    </>
  );
}

function neighbour(pieces: ReturnType<typeof piecesOf>, current: number | undefined, step: 1 | -1): number | null {
  const open = pieces.filter(({ isDone }) => !isDone).map(({ item }) => item.itemId);
  const at = open.indexOf(current ?? -1);
  return open[Math.min(Math.max(at + step, 0), open.length - 1)] ?? null;
}
