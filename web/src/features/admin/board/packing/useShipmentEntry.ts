import { useState } from "react";
import type { Shipment } from "@/features/admin/board/shipping/shipment";
import { useSeen } from "@/shared/admin/form/useSeen";
import type { Order } from "@/shared/api/types";

/**
 * The courier and the number that are entered, at first those of an already packed item. `versions` are the shipment
 * versions by item, as they were when the first of them was entered.
 */
export function useShipmentEntry(order: Order) {
  const [typed, setTyped] = useState<Shipment>();
  const versions = useSeen<ReadonlyMap<number, number | undefined>>(
    new Map(order.items.map(({ itemId, shipmentVersion }) => [itemId, shipmentVersion])),
  );
  const shipment = typed ?? savedShipment(order);
  const enter = (entered: Shipment) => {
    versions.hold();
    setTyped(entered);
  };
  return {
    shipment,
    versions,
    /** Chooses a courier, or none if it is the present one. */
    chooseCourier: (courier: string) => enter({ ...shipment, courier: shipment.courier === courier ? "" : courier }),
    setTrackingNumber: (number: string) => enter({ ...shipment, number }),
  };
}

/** The courier and number of an already packed item of the order. */
function savedShipment({ items }: Order): Shipment {
  const item = items.find(({ courier, status }) => courier && status === "packed");
  return { courier: item?.courier ?? "", number: item?.trackingNumber ?? "" };
}
