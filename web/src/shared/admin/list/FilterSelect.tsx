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

/**
 * A filter of a list with a few choices, which may be loading. A saved view or a bookmark may name a choice that does
 * not exist any more; it filters the list, so it is shown.
 */
export function FilterSelect({ name, label, all, options, filters, onChange }: FilterSelectProps) {
  const chosen = filters[name] ?? "";
  const isMissing = chosen !== "" && options.length > 0 && !options.some(({ value }) => value === chosen);
  return (
    <select
      className="form-select"
      aria-label={label}
      value={chosen}
      onChange={(event) => onChange({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {isMissing && <option value={chosen}>{label}: not there any more</option>}
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

/** Choices of rows by their name, and by their number too where a name stands twice. */
export const namedOptions = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => {
    const isAmbiguous = rows.some((other) => other.id !== id && other.name === name);
    return { value: String(id), label: isAmbiguous ? `${name} #${id}` : name };
  });
