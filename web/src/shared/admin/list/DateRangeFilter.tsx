interface DateRangeFilterProps {
  filters: Record<string, string>;
  onChange: (next: Record<string, string>, replace?: boolean) => void;
}

const ends = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
] as const;

/** A date range, both days included; either end may be open. */
export function DateRangeFilter({ filters, onChange }: DateRangeFilterProps) {
  return ends.map(({ name, label }) => (
    <label key={name} className="day-end">
      {label}
      <input
        className="form-control"
        type="date"
        value={filters[name] ?? ""}
        onChange={(event) => onChange({ [name]: event.target.value }, true)}
      />
    </label>
  ));
}
