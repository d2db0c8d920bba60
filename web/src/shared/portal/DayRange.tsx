interface DayRangeProps {
  filters: Record<string, string>;
  onChange: (next: Record<string, string>, replace?: boolean) => void;
}

const ends = [
  { name: "from", label: "From" },
  { name: "to", label: "To" },
] as const;

/** The days of a list, both included; an empty end is open. */
export function DayRange({ filters, onChange }: DayRangeProps) {
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
