import type { FormEvent } from "react";
import type { Facets } from "@/shared/api/types";
import { CheckboxGroup } from "./CheckboxGroup";
import { priceRange, priceText, sortRange, withValues } from "./listFilters";

interface PriceFilterProps {
  params: URLSearchParams;
  onChange: (params: URLSearchParams) => void;
  facet: Facets["price"] | undefined;
}

/** Whole rupees of what was typed, such as `₹ 50,000.00`. */
const wholeRupees = (text: FormDataEntryValue | null) => String(text ?? "").replace(/\.\d*|\D/g, "");
const key = (least: number | null, most: number | null) => `${least ?? ""}-${most ?? ""}`;

/** Price ranges with their counts, or a custom range. */
export function PriceFilter({ params, onChange, facet }: PriceFilterProps) {
  const [least, most] = priceRange(params);
  const bands = (facet?.bands ?? []).map(({ minPrice, maxPrice, count }) => ({
    value: key(minPrice, maxPrice),
    text: priceText(minPrice, maxPrice),
    count,
  }));
  const choose = (value: string, isChosen: boolean) => {
    const [minPrice = "", maxPrice = ""] = isChosen ? value.split("-") : [];
    onChange(withValues(params, { minPrice, maxPrice }));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [minPrice, maxPrice] = sortRange(wholeRupees(form.get("least")), wholeRupees(form.get("most")));
    onChange(withValues(params, { minPrice, maxPrice }));
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
      <form key={current} className="pair" onSubmit={onSubmit}>
        <PriceEnd name="least" label="Lowest price" shown={least} />
        <PriceEnd name="most" label="Highest price" shown={most} />
        <button type="submit" className="btn btn-line btn-sm">
          Set the price range
        </button>
      </form>
    </div>
  );
}

function PriceEnd({ name, label, shown }: { name: string; label: string; shown: string }) {
  return (
    <input
      className="form-control num"
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      aria-label={`${label} in rupees`}
      placeholder={name === "least" ? "₹ from" : "₹ to"}
      defaultValue={shown && String(Math.ceil(Number(shown)))}
    />
  );
}
