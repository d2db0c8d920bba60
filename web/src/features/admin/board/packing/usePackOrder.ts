import { useEffect, useRef, useState } from "react";
import { useAppDispatch } from "@/app/hooks";
import { type BoardRow, boardRows } from "@/features/admin/board/boardRows";
import { isSameParcel, takesCourier } from "@/features/admin/board/papers/parcelItems";
import { type Shipment, shipmentProblem, storedNumber } from "@/features/admin/board/shipping/shipment";
import { type BulkOutcomes, setStatusOfAll } from "@/features/admin/board/status/setStatus";
import type { useSeen } from "@/shared/admin/form/useSeen";
import { rowMessageCleared } from "@/shared/admin/orders/rowMessagesSlice";
import { useSetShipmentMutation } from "@/shared/admin/orders/shipmentApi";
import { errorText } from "@/shared/api/errors";
import { isBeforePacking, type Order, type OrderItem } from "@/shared/api/types";
import { pluralize } from "@/shared/format";
import { failureShown } from "@/shared/toasts/toastsSlice";
import { unreadable, weightsOf } from "./enteredWeights";
import type { Piece } from "./pieces";
import type { PackingTexts } from "./usePackingTexts";

/** The question before the order is packed. */
export interface Question {
  kind: "unpaid" | "noHuid";
  rows: BoardRow[];
}

/** The texts for a missing part of the shipment. */
export const missingTexts = {
  courier: "Pick the courier of this number.",
  number: "Scan the airway bill, or pick the courier again to leave it open.",
};

/**
 * The items that get an entered courier: those just packed, and those packed before without one. If there are none, the
 * courier that is shown is corrected for its whole parcel. Another packed parcel keeps its own.
 */
function parcelToSave(packed: OrderItem[], justPacked: Set<number>): OrderItem[] {
  const waiting = packed.filter((item) => justPacked.has(item.itemId) || takesCourier(item));
  if (waiting.length > 0) return waiting;
  const [first] = packed;
  return packed.filter((item) => first && isSameParcel(item, first));
}

interface PackOptions {
  order: Order;
  pieces: Piece[];
  weights: PackingTexts;
  shipment: Shipment;
  /** The shipment versions by item, as they were when the courier was entered. */
  versions: ReturnType<typeof useSeen<ReadonlyMap<number, number | undefined>>>;
  /** All of it is saved. */
  onPacked: () => void;
  /** Called after `onPacked`, unless the order was left by a link meanwhile. */
  onDone: () => void;
}

/** Packs an order by a status change as on the board, and then saves the courier of the packed items. */
export function usePackOrder({ order, pieces, weights, shipment, versions, onPacked, onDone }: PackOptions) {
  const dispatch = useAppDispatch();
  const [setShipment] = useSetShipmentMutation();
  const [isSaving, setSaving] = useState(false);
  const packedHere = useRef(new Set<number>());
  const [problem, setProblem] = useState("");
  const isLeft = useIsLeft();
  const [question, setQuestion] = useState<Question | null>(null);
  const rows = boardRows([order]);
  const open = rows.filter(({ item }) => isBeforePacking(item));
  const left = pieces.filter(({ isDone }) => !isDone).length;
  const noWeight = unreadable(pieces, weights);
  /** What has to be done before the order can be packed, in the sequence in which it is told. */
  const needs = {
    ticks: left > 0 ? `Tick ${left === 1 ? "the last piece" : `${left} more pieces`} first.` : "",
    weights: noWeight && `Weigh again: “${noWeight}” is no weight in grams.`,
    shipment: shipmentProblem(shipment, missingTexts),
  };
  const [told, setTold] = useState<keyof typeof needs>();
  if (told && !needs[told]) setTold(undefined);

  // A question that was asked on the board, or was left open here, must be asked again.
  const itemIds = order.items.map(({ itemId }) => itemId).join();
  useEffect(() => {
    const forget = () => {
      for (const itemId of itemIds.split(",").map(Number)) {
        for (const kind of ["unpaid", "noHuid"] as const) dispatch(rowMessageCleared({ itemId, kind }));
      }
    };
    forget();
    return forget;
  }, [itemIds, dispatch]);

  const seenVersion = ({ itemId, shipmentVersion }: OrderItem) => versions.seen.get(itemId) ?? shipmentVersion;
  /** After the order was left by a link, its problem is a toast. */
  const tell = (text: string, error?: unknown) => {
    if (isLeft.current) dispatch(failureShown(error, `Order ${order.id}: ${text}`));
    else setProblem(text);
  };
  const saveShipment = async (): Promise<boolean> => {
    const number = storedNumber(shipment.number);
    if (!number) return true;
    // The rows are as they were before they were packed here.
    const packed = rows
      .map(({ item }) => item)
      .filter((item) => item.status === "packed" || (isBeforePacking(item) && packedHere.current.has(item.itemId)));
    const [first, ...others] = parcelToSave(packed, packedHere.current).filter(
      ({ courier, trackingNumber }) => courier !== shipment.courier || trackingNumber !== number,
    );
    if (!first) return true;
    const { error } = await setShipment({
      itemId: first.itemId,
      version: seenVersion(first),
      courier: shipment.courier,
      trackingNumber: number,
      alsoItems: others.map((item) => ({ itemId: item.itemId, version: seenVersion(item) })),
    });
    versions.settle(error);
    if (error) {
      tell(errorText(error, "The order is packed, but its courier is not saved. Please try again."), error);
      return false;
    }
    return true;
  };

  const save = async (toPack: BoardRow[]) => {
    if (toPack.length > 0) {
      const outcomes: BulkOutcomes = await dispatch(
        setStatusOfAll(toPack, "packed", ({ item }) => weightsOf(weights, item.itemId)),
      );
      for (const { item } of outcomes.saved) packedHere.current.add(item.itemId);
      const [unpaid, noHuid] = [outcomes.unpaid, outcomes.noHuid];
      if (isLeft.current && unpaid.length + noHuid.length > 0) return tell("Not packed. See the pieces.");
      if (unpaid.length > 0) return setQuestion({ kind: "unpaid", rows: unpaid });
      if (noHuid.length > 0) return setQuestion({ kind: "noHuid", rows: noHuid });
      if (outcomes.refused.length > 0) return tell("A colleague changed this order. See the pieces.");
      if (outcomes.failed.length > 0) return tell("Not packed. See the pieces.");
    }
    if (!(await saveShipment())) return;
    onPacked();
    if (!isLeft.current) onDone();
  };

  const run = async (toPack: BoardRow[]) => {
    setProblem("");
    setQuestion(null);
    setSaving(true);
    try {
      await save(toPack);
    } finally {
      setSaving(false);
    }
  };

  return {
    isSaving,
    problem: told ? needs[told] : problem,
    question,
    /** Why the order cannot be packed yet; empty if it can. */
    waitsFor: left > 0 ? `${pluralize(left, "piece")} to tick` : "",
    isPacked: open.length === 0,
    pack: () => {
      if (isSaving || question) return;
      const need = (["ticks", "weights", "shipment"] as const).find((one) => needs[one]);
      setTold(need);
      if (need) setProblem("");
      else void run(open);
    },
    /** Answers the question with yes. */
    confirm: () => {
      const ids = new Set(question?.rows.map(({ id }) => id));
      void run(open.filter(({ id }) => ids.has(id)));
    },
    /** Answers the question with no. The same question is asked again next time. */
    dismiss: () => {
      for (const { item } of question?.rows ?? [])
        dispatch(rowMessageCleared({ itemId: item.itemId, kind: question?.kind ?? "unpaid" }));
      setQuestion(null);
    },
  };
}

/** Whether the page of the order is no longer open. */
function useIsLeft() {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
