import { ExternalLink } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { isSameParcel } from "@/features/admin/board/papers/parcelItems";
import { useSeen } from "@/shared/admin/form/useSeen";
import { useGetShipmentChoiceQuery, useSetShipmentMutation } from "@/shared/admin/orders/shipmentApi";
import { errorText } from "@/shared/api/errors";
import type { OrderItem } from "@/shared/api/types";
import { dayAndTime, pluralize } from "@/shared/format";
import { Problem } from "@/shared/ui/Problem";
import { type Shipment, shipmentProblem } from "./shipment";

interface ShipmentFormProps {
  item: OrderItem;
  /** All items of the order. */
  items: OrderItem[];
  autoFocus?: boolean;
  onSaved?: () => void;
}

/** The texts for a missing part of the shipment. */
const missing = {
  courier: "Choose the courier of this number.",
  number: "Enter the tracking number of the parcel.",
};

/** Whether another item may be in the same parcel: it has the same status, courier and tracking number. */
const isInParcelOf = (item: OrderItem, other: OrderItem) =>
  other.itemId !== item.itemId && other.status === item.status && isSameParcel(other, item);

/** Courier and tracking number of an item, and of the others in its parcel. Both empty removes them. */
export function ShipmentForm({ item, items, autoFocus = false, onSaved }: ShipmentFormProps) {
  const id = useId();
  const { data } = useGetShipmentChoiceQuery({ itemId: item.itemId, version: item.shipmentVersion ?? 1 });
  const versions = useSeen(new Map(items.map(({ itemId, shipmentVersion }) => [itemId, shipmentVersion ?? 1])));
  const seenVersion = ({ itemId }: OrderItem) => versions.seen.get(itemId) ?? 1;
  const [setShipment, { isLoading }] = useSetShipmentMutation();
  const [typed, setTyped] = useState<Shipment>();
  const [problem, setProblem] = useState("");
  const [isSaved, setSaved] = useState(false);
  const [isParcel, setParcel] = useState(true);
  const others = items.filter((each) => isInParcelOf(item, each));
  const { courier, number } = typed ?? { courier: item.courier ?? "", number: item.trackingNumber ?? "" };
  const couriers = [...new Set([...(data?.couriers ?? []), ...(item.courier ? [item.courier] : [])])];

  const change = (next: Shipment) => {
    versions.hold();
    setTyped(next);
    setProblem("");
    setSaved(false);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const found = shipmentProblem({ courier, number }, missing);
    if (found) return setProblem(found);
    const { error } = await setShipment({
      itemId: item.itemId,
      courier: courier || null,
      trackingNumber: number.trim() || null,
      version: seenVersion(item),
      alsoItems: isParcel ? others.map((each) => ({ itemId: each.itemId, version: seenVersion(each) })) : [],
    });
    versions.settle(error);
    if (error) {
      setProblem(errorText(error));
      return;
    }
    setTyped(undefined);
    setSaved(true);
    onSaved?.();
  };

  return (
    <form className="huidform" noValidate onSubmit={(event) => void save(event)}>
      <div>
        <label className="form-label" htmlFor={`${id}-courier`}>
          Courier
        </label>
        <select
          id={`${id}-courier`}
          className="form-select"
          value={courier}
          // biome-ignore lint/a11y/noAutofocus: the form appears where the admin pressed a button to enter the courier
          autoFocus={autoFocus}
          onChange={(event) => change({ courier: event.target.value, number })}
        >
          <option value="">None</option>
          {couriers.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <div>
        <label className="form-label" htmlFor={`${id}-number`}>
          Tracking number
        </label>
        <input
          id={`${id}-number`}
          className="form-control num"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={number}
          aria-invalid={problem !== ""}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => change({ courier, number: event.target.value })}
        />
      </div>
      {others.length > 0 && (
        <label className="small d-flex gap-2 align-items-center">
          <input
            type="checkbox"
            className="form-check-input m-0"
            checked={isParcel}
            onChange={({ target }) => setParcel(target.checked)}
          />
          Also for the {pluralize(others.length, "other piece")} in this parcel
        </label>
      )}
      <button type="submit" className="btn btn-line btn-sm" disabled={isLoading}>
        Save
      </button>
      {item.trackingUrl && !typed && (
        <a className="textlink" href={item.trackingUrl} target="_blank" rel="noreferrer">
          Open {item.courier} <ExternalLink className="ico ico-14" aria-hidden="true" />
        </a>
      )}
      <Problem id={`${id}-problem`} text={problem} />
      {isSaved && (
        <p className="note ok" role="status">
          Saved
        </p>
      )}
      {(data?.history.length ?? 0) > 0 && (
        <ul className="micro muted list-unstyled mb-0 shipments">
          {data?.history.map((step) => (
            <li key={step.version}>
              {step.courier ? `${step.courier} ${step.trackingNumber}` : "No courier"}, {dayAndTime(step.at)}, by{" "}
              {step.changedBy}
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
