import { type Sort, sorts } from "./listFilters";

export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: string) => void }) {
  return (
    <label className="sortbox">
      Sort by
      <select className="form-select" value={sort} onChange={(event) => onSort(event.target.value)}>
        {Object.entries(sorts).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
