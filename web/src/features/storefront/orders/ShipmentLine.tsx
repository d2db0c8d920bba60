import { Clock, Truck } from "lucide-react";
import { isPayable } from "@/shared/api/payments";
import type { OrderLine } from "@/shared/api/types";
import { windowText } from "@/shared/delivery/windowText";
import { day } from "@/shared/format";
import { expectedDelivery, lateness } from "./orderDisplay";

/** Courier and tracking number of a shipped item, or else the days in which it is expected. */
export function ShipmentLine({ line }: { line: OrderLine }) {
  if (hasCourier(line)) {
    return (
      <span className="pair">
        <Truck className="ico" aria-hidden="true" />
        <span>
          {line.courier} <b className="num">{line.trackingNumber}</b>
        </span>
      </span>
    );
  }
  return (
    <span className="pair">
      <Truck className="ico" aria-hidden="true" />
      <span>
        Expected <b>{expectedWindow(line)}</b>
        {isPayable(line.payment) && ", once it is paid"}
      </span>
    </span>
  );
}

/** Says that an item is late, and why. */
export function LateLine({ line }: { line: OrderLine }) {
  const late = lateness(line, Date.now());
  if (!late) return null;
  return (
    <span className="pair">
      <Clock className="ico warn" aria-hidden="true" />
      <span>
        Late: it was expected by <b>{day(late.since)}</b>. {late.why}
      </span>
    </span>
  );
}

export const isLate = (line: OrderLine) => lateness(line, Date.now()) !== null;

/** The link to the courier's page of an item. */
export function TrackParcel({ line }: { line: OrderLine }) {
  if (!hasCourier(line) || !line.trackingUrl) return null;
  return (
    <a
      className="textlink end"
      href={line.trackingUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Track parcel, ${line.productName}`}
    >
      Track parcel
    </a>
  );
}

export const hasCourier = ({ courier, status }: OrderLine) =>
  Boolean(courier) && (status === "shipped" || status === "delivered");

const expectedWindow = (line: OrderLine) => {
  const window = expectedDelivery(line, Date.now());
  return window ? windowText(...window) : "";
};

/** Whether a line shows its shipment. */
export const isOnItsWay = (line: OrderLine) =>
  hasCourier(line) || (line.status !== "delivered" && line.status !== "cancelled" && expectedWindow(line) !== "");
