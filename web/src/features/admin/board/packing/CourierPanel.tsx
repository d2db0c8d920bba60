import { useId, useState } from "react";
import { type Shipment, shipmentProblem } from "@/features/admin/board/shipping/shipment";
import { useGetShipmentChoiceQuery } from "@/shared/admin/orders/shipmentApi";
import type { Order } from "@/shared/api/types";
import { rupees } from "@/shared/format";
import { missingTexts } from "./usePackOrder";

/** Couriers with a key. */
const courierKeys = 4;

/**
 * The couriers of the shop, undefined until loaded, and a function that chooses one by its key and returns whether the
 * key belongs to one. A key that is pressed before they are loaded is applied afterwards.
 */
export function useCouriers({ items }: Order, onChoose: (courier: string) => void) {
  const [first] = items;
  const { data } = useGetShipmentChoiceQuery(
    { itemId: first?.itemId ?? 0, version: first?.shipmentVersion ?? 1 },
    { skip: !first },
  );
  const couriers = data?.couriers;
  const [early, setEarly] = useState("");
  const choose = (key: string) => {
    const number = Number(key);
    if (!(number >= 1 && number <= courierKeys)) return false;
    if (!couriers) setEarly(key);
    const courier = couriers?.[number - 1];
    if (courier) onChoose(courier);
    return true;
  };
  if (couriers && early) {
    setEarly("");
    choose(early);
  }
  return { couriers, choose };
}

interface CourierPanelProps {
  value: number;
  couriers: string[] | undefined;
  shipment: Shipment;
  onChoose: (courier: string) => void;
  onNumber: (number: string) => void;
}

/** Courier and tracking number. They are saved when the order is marked packed. */
export function CourierPanel({ value, couriers, shipment, onChoose, onNumber }: CourierPanelProps) {
  const id = useId();
  const problem = shipment.number ? shipmentProblem(shipment, missingTexts) : "";
  return (
    <section className="panel low" aria-label="Courier">
      <div className="panel-h">
        <h2>Courier</h2>
        <span className="sp" />
        <span className="sub">optional now, needed to ship</span>
      </div>
      <div className="panel-b">
        <fieldset className="seg-c" aria-label="Courier">
          {couriers?.map((courier, index) => (
            <button
              key={courier}
              type="button"
              aria-pressed={shipment.courier === courier}
              onClick={() => onChoose(courier)}
            >
              {courier} {index < courierKeys && <kbd>{index + 1}</kbd>}
            </button>
          ))}
        </fieldset>
        <div className="row2">
          <div>
            <label className="form-label" htmlFor={`${id}-number`}>
              Tracking number
            </label>
            <input
              id={`${id}-number`}
              className="form-control num"
              placeholder="scan the airway bill"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={shipment.number}
              aria-invalid={problem !== ""}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => onNumber(event.target.value)}
              onKeyDown={(event) => {
                // A scanner ends with Enter, after which the next scan is for a piece again.
                if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.currentTarget.blur();
              }}
            />
            {problem && (
              <p id={`${id}-problem`} className="bad small mb-0">
                {problem}
              </p>
            )}
          </div>
          <dl className="parcel-value">
            <dt>Value of the parcel</dt>
            <dd className="num">{rupees(value)}</dd>
          </dl>
        </div>
      </div>
    </section>
  );
}
