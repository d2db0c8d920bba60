interface DateRangeFilterProps {
  filters: Record<string, string>;
  onChange: (next: Record<string, string>, replace?: boolean) => void;
}

/** A date range, both days included; either end may be open. */
export const DateRangeFilter = (props: DateRangeFilterProps) => (
  <>
    <DayFilter name="from" label="From" {...props} />
    <DayFilter name="to" label="To" {...props} />
  </>
);

interface DayFilterProps extends DateRangeFilterProps {
  /** The query parameter of the filter. */
  name: string;
  label: string;
}

export const DayFilter = ({ name, label, filters, onChange }: DayFilterProps) => (
  <label className="day-end">
    {label}
    <input
      className="form-control"
      type="date"
      value={filters[name] ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value }, true)}
    />
  </label>
);
