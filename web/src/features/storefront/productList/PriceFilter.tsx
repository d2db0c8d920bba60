import { type FocusEvent, type FormEvent, useId, useState } from "react";
import type { Facets } from "@/shared/api/types";
import { CheckboxGroup } from "./CheckboxGroup";
import { priceRange, priceText, sortRange, withValues } from "./listFilters";

interface PriceFilterProps {
  params: URLSearchParams;
  onChange: (params: URLSearchParams) => void;
  facet: Facets["price"] | undefined;
}

const key = (least: number | null, most: number | null) => `${least ?? ""}-${most ?? ""}`;

/** Price ranges with their counts, or a custom range. */
export function PriceFilter({ params, onChange, facet }: PriceFilterProps) {
  const [least, most] = priceRange(params);
  const bands = (facet?.bands ?? []).map(({ minPrice, maxPrice, count }) => ({
    value: key(minPrice, maxPrice),
    text: priceText(minPrice, maxPrice),
    count,
  }));
  const set = (minPrice: string, maxPrice: string) => onChange(withValues(params, { minPrice, maxPrice }));
  const choose = (value: string, isChosen: boolean) => {
    const [minPrice = "", maxPrice = ""] = isChosen ? value.split("-") : [];
    set(minPrice, maxPrice);
  };
  const current = `${least}-${most}`;
  return (
    <div className="prices">
      <CheckboxGroup
        title="Price"
        options={bands.filter(({ value, count }) => count > 0 || value === current)}
        chosen={[current]}
        onChoose={choose}
      />
      <CustomRange key={current} range={[least, most]} onSet={set} />
    </div>
  );
}

const ends = [
  { name: "least", label: "Lowest price", hint: "₹ from" },
  { name: "most", label: "Highest price", hint: "₹ to" },
];

/** The whole rupees of what was typed, such as `₹ 50,000.00`; null if it is something else. */
const wholeRupees = (text: string) =>
  /^\s*(?:₹|rs\.?|inr)?([\d,\s]*)(?:\.\d*)?(?:\/-)?\s*$/i.exec(text)?.[1]?.replace(/\D/g, "") ?? null;

interface CustomRangeProps {
  range: [string, string];
  onSet: (least: string, most: string) => void;
}

/** Two fields whose range is set by the button, or when the focus leaves them. */
function CustomRange({ range, onSet }: CustomRangeProps) {
  const noteId = useId();
  const [wrong, setWrong] = useState<string[]>([]);
  const shown = range.map((amount) => amount && String(Math.ceil(Number(amount))));
  const apply = (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const [least, most] = ends.map(({ name }) => wholeRupees(String(typed.get(name))));
    if (least == null || most == null) {
      return setWrong(ends.flatMap(({ name }, at) => ([least, most][at] == null ? [name] : [])));
    }
    const [low, high] = sortRange(least, most);
    if (low !== shown[0] || high !== shown[1]) onSet(low, high);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    apply(event.currentTarget);
  };
  // If the whole window loses the focus, the field stays the active element.
  const onBlur = ({ currentTarget: form, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    if (!form.contains(relatedTarget ?? document.activeElement)) apply(form);
  };
  return (
    <form className="pair" onSubmit={onSubmit} onBlur={onBlur} onChange={() => setWrong([])}>
      {ends.map(({ name, label, hint }, at) => (
        <input
          key={name}
          className="form-control num"
          name={name}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          aria-label={`${label} in rupees`}
          aria-invalid={wrong.includes(name)}
          aria-describedby={wrong.includes(name) ? noteId : undefined}
          placeholder={hint}
          defaultValue={shown[at]}
        />
      ))}
      {wrong.length > 0 && (
        <div id={noteId} role="alert" className="form-hint bad">
          Please write the price in digits, such as 1,50,000.
        </div>
      )}
      <button type="submit" className="btn btn-line btn-sm">
        Set the price range
      </button>
    </form>
  );
}
