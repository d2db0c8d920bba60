import type { Address } from "@/shared/api/types";

interface AddressCardsProps {
  addresses: Address[];
  selectedId: number | undefined;
  onSelect: (id: number) => void;
}

export function AddressCards({ addresses, selectedId, onSelect }: AddressCardsProps) {
  if (addresses.length === 0) return null;
  return (
    <fieldset className="addr-grid">
      <legend className="visually-hidden">Saved addresses</legend>
      {addresses.map(({ id, name, address, city, state, country, zip_code }) => (
        <label key={id} className={`addr${id === selectedId ? " on" : ""}`}>
          <input
            className="form-check-input"
            type="radio"
            name="address"
            checked={id === selectedId}
            onChange={() => onSelect(id)}
          />
          <span>
            <b>{name}</b>
            <br />
            {address}
            <br />
            <span className="num">
              {city}, {state} {zip_code}, {country}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
