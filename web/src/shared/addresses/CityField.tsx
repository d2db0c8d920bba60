import { type ChangeEvent, useState } from "react";
import { Field } from "@/shared/ui/Field";
import { acceptsCities, citiesOf } from "./contactRules";

interface CityFieldProps {
  country: string;
  state: string;
  value: string;
  control: { name: string; onChange: (event: ChangeEvent) => unknown; onBlur: (event: ChangeEvent) => unknown };
  onChoose: (city: string) => void;
  error: string | undefined;
}

const other = "another city";

/** The known cities of the state. If other cities are accepted, one can be typed. */
export function CityField({ country, state, value, control, onChoose, error }: CityFieldProps) {
  const known = citiesOf(country, state);
  const canType = acceptsCities(country) && state !== "";
  const [typesIn, setTypesIn] = useState<string>();
  /** Whether the person has just asked for the other control, which takes the focus. */
  const [isAsked, setAsked] = useState(false);
  const isTyped = canType && (typesIn === state || (value !== "" && !known.includes(value)));
  // A value that is no longer offered stays selected until another one is chosen.
  const options = value && !known.includes(value) ? [value, ...known] : known;
  const backToList = () => {
    setTypesIn(undefined);
    setAsked(true);
    onChoose("");
  };
  return (
    <Field label="City" className="c2" error={error}>
      {(field) =>
        isTyped ? (
          <>
            <input
              className="form-control"
              autoComplete="address-level2"
              {...field}
              {...control}
              // biome-ignore lint/a11y/noAutofocus: only where the person has just asked to type
              autoFocus={isAsked}
              onFocus={() => {
                setTypesIn(state); // the field stays while the text is empty or the name of a known city
                setAsked(false);
              }}
              value={value}
            />
            <button type="button" className="plain" onClick={backToList}>
              Choose from the list
            </button>
          </>
        ) : (
          <select
            className="form-select"
            autoComplete="address-level2"
            {...field}
            {...control}
            // biome-ignore lint/a11y/noAutofocus: only where the person has just asked for the list
            autoFocus={isAsked}
            onFocus={() => setAsked(false)}
            value={value}
            disabled={options.length === 0}
            onChange={(event) => {
              if (event.target.value === other) {
                setTypesIn(state);
                setAsked(true);
                onChoose("");
              } else void control.onChange(event);
            }}
          >
            <option value="">Choose a city</option>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
            {canType && <option value={other}>Another city</option>}
          </select>
        )
      }
    </Field>
  );
}
