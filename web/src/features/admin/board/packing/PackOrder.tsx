import { PackageCheck, Printer } from "lucide-react";
import { type RefObject, useImperativeHandle, useState } from "react";
import { AddressLabel } from "@/features/admin/board/papers/AddressLabel";
import { PackingSlip } from "@/features/admin/board/papers/PackingSlip";
import { parcelInHand, parcelValue } from "@/features/admin/board/papers/parcelItems";
import { usePapers } from "@/features/admin/board/papers/usePapers";
import { CourierDialog } from "@/features/admin/board/shipping/CourierDialog";
import { type Shipment, storedNumber } from "@/features/admin/board/shipping/shipment";
import { UndoBar } from "@/features/admin/board/status/UndoBar";
import { AssignMenu } from "@/shared/admin/desk/AssignMenu";
import { useAssign } from "@/shared/admin/desk/DeskCell";
import { useOrderNotesQuery } from "@/shared/admin/desk/deskApi";
import { useDesk } from "@/shared/admin/desk/useDesk";
import { useSeen } from "@/shared/admin/form/useSeen";
import { PaymentChip } from "@/shared/admin/orders/PaymentChip";
import { usePiecesToPackQuery } from "@/shared/admin/orders/packingApi";
import { PresentPeople } from "@/shared/admin/presence/PresentPeople";
import { useLook } from "@/shared/admin/presence/usePresence";
import type { Order } from "@/shared/api/types";
import { dayMonth, pluralize, rupees, timeOfDay } from "@/shared/format";
import { Problem } from "@/shared/ui/Problem";
import { CourierPanel, useCouriers } from "./CourierPanel";
import { NextToPack } from "./NextToPack";
import { PackingQuestion } from "./PackingQuestion";
import { PackingSteps } from "./PackingSteps";
import { PieceList } from "./PieceList";
import { currentPiece, keptOf, piecesOf } from "./pieces";
import { ScanLog } from "./ScanLog";
import { usePackingKeys } from "./usePackingKeys";
import { usePackOrder } from "./usePackOrder";
import { nextOf, type Queue } from "./useQueue";
import type { ScannerHandlers } from "./useScanner";
import { useScans } from "./useScans";
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
  const { assignee } = useDesk(order.id);
  const assign = useAssign(order.id);
  useLook("order", order.id);
  const ticks = useTicks(order.id);
  const weights = useWeights(order.id);
  const [picked, setPicked] = useState<number | null>(null);
  const [typed, setTyped] = useState<Shipment>();
  const [isPrinted, setPrinted] = useState(false);
  const { print, papers } = usePapers();
  const shipment = typed ?? savedShipment(order);
  const parcel = parcelInHand(order, shipment.courier, storedNumber(shipment.number));
  const versions = useSeen<ReadonlyMap<number, number | undefined>>(
    new Map(order.items.map(({ itemId, shipmentVersion }) => [itemId, shipmentVersion])),
  );
  const enter = (entered: Shipment) => {
    versions.hold();
    setTyped(entered);
  };
  const chooseCourier = (courier: string) =>
    enter({ ...shipment, courier: shipment.courier === courier ? "" : courier });
  const setTrackingNumber = (number: string) => enter({ ...shipment, number });
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

  const at = queue.ids.indexOf(order.id);
  const { address } = order;
  const kept = keptOf(order);
  return (
    <>
      <div className="work-head">
        <div className="pack-head">
          <div className="h-meta">
            <h1 className="num">Pack order {order.id}</h1>
            <PaymentChip payment={order.payment} />
            <AssignMenu what={`order ${order.id}`} assignee={assignee} look="avatar" onPick={assign} />
            <PresentPeople kind="order" id={order.id} isLong />
          </div>
          <div className="sub num">
            {[address?.name ?? order.customerName, address && `${address.city} ${address.zip_code}`]
              .filter(Boolean)
              .join(", ")}
            . {dayMonth(order.orderedDate)}, {timeOfDay(order.orderedDate)}, {pluralize(kept.quantity, "piece")},{" "}
            {rupees(kept.amount)}
          </div>
        </div>
        <div className="acts">
          {at >= 0 && (
            <span className="muted num">
              Order {at + 1} of {queue.ids.length}
              {queue.hasMore ? "+" : ""} to pack
            </span>
          )}
          <button type="button" className="btn btn-ghost" disabled={packing.isSaving} onClick={leave}>
            Leave <kbd>Esc</kbd>
          </button>
          <button
            type="button"
            className="btn btn-line"
            disabled={next === null || packing.isSaving}
            title={next === null ? "No other order waits" : undefined}
            onClick={skip}
          >
            Skip <kbd>Ctrl →</kbd>
          </button>
          <button
            type="button"
            className="btn btn-primary"
            disabled={packing.isSaving || packing.waitsFor !== ""}
            title={packing.waitsFor || undefined}
            onClick={packing.pack}
          >
            {packing.isSaving ? <span className="spin" /> : <PackageCheck className="ico ico-16" aria-hidden="true" />}
            {packing.isPacked ? (shipment.number ? "Save the courier" : "Next order") : "Mark packed"}{" "}
            <kbd>Ctrl Enter</kbd>
          </button>
        </div>
      </div>
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
        <section className="panel low paper-panel" aria-label="Slip and label">
          <div className="panel-h">
            <h2>Slip and label</h2>
          </div>
          <div className="paper-preview" aria-hidden="true">
            <div className="sheet-a5">
              <PackingSlip parcel={parcel} stored={stored ?? []} />
            </div>
            <div className="sheet-a6">
              <AddressLabel parcel={parcel} />
            </div>
          </div>
          <div className="panel-b paper-acts">
            <span className="sub">A5 and A6</span>
            <button type="button" className="btn btn-line btn-sm" onClick={() => void printBoth()}>
              <Printer className="ico ico-16" aria-hidden="true" />
              Print both <kbd>L</kbd>
            </button>
          </div>
        </section>
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

/** The courier and number of an already packed item of the order. */
function savedShipment({ items }: Order): Shipment {
  const item = items.find(({ courier, status }) => courier && status === "packed");
  return { courier: item?.courier ?? "", number: item?.trackingNumber ?? "" };
}

function neighbour(pieces: ReturnType<typeof piecesOf>, current: number | undefined, step: 1 | -1): number | null {
  const open = pieces.filter(({ isDone }) => !isDone).map(({ item }) => item.itemId);
  const at = open.indexOf(current ?? -1);
  return open[Math.min(Math.max(at + step, 0), open.length - 1)] ?? null;
}
