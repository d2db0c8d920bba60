interface FilterSelectProps {
  /** The query parameter of the filter. */
  name: string;
  label: string;
  /** The choice that filters nothing. */
  all: string;
  options: readonly { value: string; label: string }[];
  filters: Record<string, string>;
  onChange: (next: Record<string, string>) => void;
}

/** A filter of a list with a few choices. */
export function FilterSelect({ name, label, all, options, filters, onChange }: FilterSelectProps) {
  return (
    <select
      className="form-select"
      aria-label={label}
      value={filters[name] ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** Choices that are shown as they are sent. */
export const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
