import type { Address } from "@/shared/api/types";
import { focusElement } from "@/shared/ui/focusElement";

/** The selection of an address at checkout. */
export interface AddressChoice {
  selectedId: number | undefined;
  /** Undefined if the selected address was removed. */
  onSelect: (id: number | undefined) => void;
  /** The address that is edited; "new" once something is entered. */
  onEditing: (id: number | "new" | undefined) => void;
}

interface AddressCardProps {
  address: Address;
  choice?: AddressChoice;
  /** Whether its form was just closed: the focus returns to its button. */
  wasOpen: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

export function AddressCard({ address, choice, wasOpen, onEdit, onRemove }: AddressCardProps) {
  const isOn = choice !== undefined && choice.selectedId === address.id;
  const whose = `${address.name}, ${address.address}`;
  return (
    <div className={`addr${isOn ? " on" : ""}`}>
      {choice ? (
        <label>
          <input
            className="form-check-input"
            type="radio"
            name="address"
            checked={isOn}
            onChange={() => choice.onSelect(address.id)}
          />
          <Words address={address} />
        </label>
      ) : (
        <Words address={address} />
      )}
      <div className="ops">
        <button
          ref={wasOpen ? focusElement : undefined}
          type="button"
          className="plain"
          aria-label={`Edit ${whose}`}
          onClick={onEdit}
        >
          Edit
        </button>
        <button type="button" className="plain" aria-label={`Remove ${whose}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </div>
  );
}

function Words({ address: { name, address, city, state, country, zip_code, phone, isDefault } }: { address: Address }) {
  return (
    <span>
      <b>{name}</b>
      <br />
      {address}
      <br />
      <span className="num">
        {city}, {state} {zip_code}, {country}
        {phone && (
          <>
            <br />
            {phone}
          </>
        )}
      </span>
      {isDefault && <span className="micro muted d-block mt-1">Default address</span>}
    </span>
  );
}
